// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block;

import hangproof.machine.Bits;
import hangproof.machine.ListHead;
import hangproof.machine.Machine;
import hangproof.machine.SpinLock;
import hangproof.machine.Word;
import hangproof.machine.Work;
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

  /** Of no ids: in the paths that are ported so far no request gets here. */
  public final ListHead dispatch;

  /** Of no bits: in the paths that are ported so far none is ever set. */
  public final Bits state;

  public final Work run_work;
  public final Sbitmap.Map ctx_map;

  /** Stays 1: the queue counts as busy throughout, so requests are dispatched one by one. */
  public final Word dispatch_busy;

  /** A software queue by its number here. The C code starts with NULL, which means number 0. */
  public final Word dispatch_from;

  /** {@code tags->bitmap_tags}. */
  public final Sbitmap.Queue tags;

  public final int nr_ctx;
  final List<BlkMqCtx> ctxs;

  BlkMqHwCtx(
      Machine machine, String name, RequestQueue queue, Geometry geometry, List<BlkMqCtx> ctxs) {
    this.queue = queue;
    this.ctxs = List.copyOf(ctxs);
    this.nr_ctx = ctxs.size();
    this.lock = machine.lock(name + ".lock");
    this.dispatch = machine.list(name + ".dispatch", 0).writtenUnder(this.lock);
    this.state = machine.bits(name + ".state", 0, 0);
    this.run_work = machine.work(name + ".run_work");
    this.ctx_map = new Sbitmap.Map(machine, name + ".ctx_map", nr_ctx, false);
    this.dispatch_busy = machine.word(name + ".dispatch_busy", 1, 1, 1);
    this.dispatch_from = machine.word(name + ".dispatch_from", 0, 0, nr_ctx - 1);
    this.tags =
        new Sbitmap.Queue(machine, name + ".bitmap_tags", nr_ctx * geometry.requestsPerCtx());
  }
}
