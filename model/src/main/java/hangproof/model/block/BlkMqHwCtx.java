// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block;

import hangproof.machine.Bits;
import hangproof.machine.ListHead;
import hangproof.machine.Machine;
import hangproof.machine.SpinLock;
import hangproof.machine.Word;
import hangproof.machine.Work;
import hangproof.model.block.Geometry.Path;
import hangproof.model.lib.Sbitmap;
import java.util.List;

/** {@code struct blk_mq_hw_ctx}: a hardware queue. */
public final class BlkMqHwCtx {
  /** {@code BLK_MQ_S_STOPPED}. */
  public static final int BLK_MQ_S_STOPPED = 0;

  /** {@code BLK_MQ_S_SCHED_RESTART}. */
  public static final int BLK_MQ_S_SCHED_RESTART = 2;

  public final RequestQueue queue;
  public final SpinLock lock;

  /** Of no ids, unless requests may get here. */
  public final ListHead dispatch;

  /** Of no bits, unless one is ever set. */
  public final Bits state;

  public final Work run_work;
  public final Sbitmap.Map ctx_map;

  /**
   * Stays 1, so that requests are dispatched one by one, or stays 0, so that they are dispatched
   * all at once. (In the kernel it is an average of how often the driver refused lately.)
   */
  public final Word dispatch_busy;

  /** A software queue by its number here. The C code starts with NULL, which means number 0. */
  public final Word dispatch_from;

  /** {@code tags->bitmap_tags}. */
  public final Sbitmap.Queue tags;

  /** Null if there are no flushes. */
  public final BlkFlushQueue fq;

  /** Whether the CPUs of those who run the queue by themselves are in {@code hctx->cpumask}. */
  final boolean in_cpumask;

  public final int nr_ctx;
  public final List<BlkMqCtx> ctxs;

  BlkMqHwCtx(
      Machine machine,
      String name,
      int number,
      RequestQueue queue,
      Geometry geometry,
      List<BlkMqCtx> ctxs) {
    this.queue = queue;
    this.ctxs = List.copyOf(ctxs);
    this.nr_ctx = ctxs.size();
    this.in_cpumask = !geometry.has(Path.MOVED);
    this.lock = machine.lock(name + ".lock");
    boolean dispatch = geometry.has(Path.DISPATCH);
    this.dispatch =
        machine.list(name + ".dispatch", dispatch ? geometry.ids() : 0).writtenUnder(this.lock);
    this.state = machine.bits(name + ".state", 0, dispatch || geometry.has(Path.STOP) ? 3 : 0);
    this.run_work = machine.work(name + ".run_work");
    this.ctx_map = new Sbitmap.Map(machine, name + ".ctx_map", nr_ctx, false, geometry.ctxs());
    int busy = geometry.has(Path.NOT_BUSY) ? 0 : 1;
    this.dispatch_busy = machine.word(name + ".dispatch_busy", busy, busy, busy);
    this.dispatch_from = machine.word(name + ".dispatch_from", 0, 0, nr_ctx - 1);
    this.tags =
        new Sbitmap.Queue(machine, name + ".bitmap_tags", nr_ctx * geometry.requestsPerCtx());
    this.fq =
        geometry.flushes()
            ? new BlkFlushQueue(machine, name + ".fq", geometry, geometry.withData() + 1 + number)
            : null;
  }
}
