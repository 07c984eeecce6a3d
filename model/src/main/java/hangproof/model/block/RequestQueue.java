// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block;

import hangproof.machine.Bits;
import hangproof.machine.Ids;
import hangproof.machine.ListHead;
import hangproof.machine.Machine;
import hangproof.machine.SpinLock;
import hangproof.machine.Work;
import hangproof.model.block.Geometry.Path;
import java.util.ArrayList;
import java.util.List;

/** {@code struct request_queue}, with its hardware and software queues and its requests. */
public final class RequestQueue {
  /** {@code QUEUE_FLAG_QUIESCED}; the number is this port's own. */
  public static final int QUEUE_FLAG_QUIESCED = 0;

  /** Of no bits, unless one is ever set. */
  public final Bits queue_flags;

  public final BlkMqOps mq_ops;

  /** {@code q->elevator}, or null. With one there are driver tags enough for all requests. */
  public final Elevator elevator;

  /** Null unless requests are requeued, like the next three. */
  public final SpinLock requeue_lock;

  public final ListHead requeue_list;

  /** v6.3 and later. */
  public final ListHead flush_list;

  public final Work requeue_work;

  private final Geometry geometry;
  private final int with_data;
  private final int ids;
  private final int list_bits;
  private final List<BlkMqHwCtx> queue_hw_ctx;
  private final List<BlkMqCtx> queue_ctx;

  /** Declares the state of a queue. */
  public RequestQueue(Machine machine, Geometry geometry, BlkMqOps mq_ops) {
    this(machine, "", geometry, mq_ops);
  }

  /** Declares the state of one of several queues, all names of which begin alike. */
  public RequestQueue(Machine machine, String prefix, Geometry geometry, BlkMqOps mq_ops) {
    this.geometry = geometry;
    this.with_data = geometry.withData();
    this.ids = geometry.ids();
    this.list_bits = Ids.bitsFor(ids);
    this.mq_ops = mq_ops;
    this.elevator = elevator(machine, geometry);
    this.queue_flags =
        machine.bits(prefix + "q.queue_flags", 0, geometry.has(Path.QUIESCE) ? 1 : 0);
    if (geometry.flushes() || geometry.has(Path.REQUEUE)) {
      this.requeue_lock = machine.lock(prefix + "q.requeue_lock");
      this.requeue_list = machine.list(prefix + "q.requeue_list", ids).guardedBy(requeue_lock);
      this.flush_list = machine.list(prefix + "q.flush_list", ids).guardedBy(requeue_lock);
      this.requeue_work = machine.work(prefix + "q.requeue_work");
    } else {
      this.requeue_lock = null;
      this.requeue_list = null;
      this.flush_list = null;
      this.requeue_work = null;
    }
    List<BlkMqCtx> queue_ctx = new ArrayList<>();
    for (int c = 0; c < geometry.nr_ctx(); c++) {
      queue_ctx.add(new BlkMqCtx(machine, prefix + name("ctx", c, geometry.nr_ctx()), geometry, c));
    }
    List<BlkMqHwCtx> queue_hw_ctx = new ArrayList<>();
    for (int h = 0; h < geometry.nr_hw_queues(); h++) {
      List<BlkMqCtx> own = new ArrayList<>();
      for (int c = h; c < geometry.nr_ctx(); c += geometry.nr_hw_queues()) {
        own.add(queue_ctx.get(c));
      }
      String name = prefix + name("hctx", h, geometry.nr_hw_queues());
      queue_hw_ctx.add(new BlkMqHwCtx(machine, name, h, this, geometry, own));
    }
    this.queue_ctx = List.copyOf(queue_ctx);
    this.queue_hw_ctx = List.copyOf(queue_hw_ctx);
  }

  private Elevator elevator(Machine machine, Geometry geometry) {
    if (geometry.has(Path.IDLING_ELEVATOR)) {
      return new IdlingElevator(machine, geometry);
    }
    if (geometry.has(Path.TOKEN_ELEVATOR)) {
      return new TokenElevator(machine, geometry);
    }
    return geometry.has(Path.FIFO_ELEVATOR) ? new FifoElevator(machine, geometry) : null;
  }

  private static String name(String what, int number, int of) {
    return of == 1 ? what : what + number;
  }

  public int nr_hw_queues() {
    return geometry.nr_hw_queues();
  }

  public int nr_requests() {
    return geometry.nr_requests();
  }

  public int nr_ctx() {
    return geometry.nr_ctx();
  }

  public BlkMqHwCtx hctx(int number) {
    return queue_hw_ctx.get(number);
  }

  public BlkMqCtx ctx(int number) {
    return queue_ctx.get(number);
  }

  /** The hardware queue that a software queue feeds. */
  public BlkMqHwCtx hctxOf(int ctx) {
    return hctx(ctx % geometry.nr_hw_queues());
  }

  /** Bits of each id in a list of requests that only one thread knows, see {@link Ids}. */
  public int list_bits() {
    return list_bits;
  }

  /** Whether the id is that of a hardware queue's own flush request, {@code fq->flush_rq}. */
  public boolean is_flush_rq(int rq) {
    return rq > with_data && rq <= ids;
  }

  /** {@code rq->cmd_flags}, of the flags in {@link BlkFlush}; 0 for an ordinary request. */
  public int cmd_flags(int rq) {
    return !geometry.flushes() || is_flush_rq(rq) ? 0 : geometry.cmd_flags().get(slot(rq));
  }

  /** The number of a request that is no flush request of a hardware queue's own, from 0. */
  private int slot(int rq) {
    return rq <= with_data ? rq - 1 : rq - 1 - geometry.nr_hw_queues();
  }

  /** The id of the request with that number, from 0. */
  public int request(int number) {
    return number < with_data ? number + 1 : number + 1 + geometry.nr_hw_queues();
  }

  /** {@code rq->mq_ctx}, except that of a flush request, which is the one it was made for. */
  public BlkMqCtx mq_ctx(int rq) {
    return ctx(slot(rq) / geometry.requestsPerCtx());
  }

  /** {@code rq->mq_hctx}. */
  public BlkMqHwCtx mq_hctx(int rq) {
    if (is_flush_rq(rq)) {
      return hctx(rq - with_data - 1);
    }
    return hctxOf(slot(rq) / geometry.requestsPerCtx());
  }

  /** {@code rq->tag}: without a scheduler a request has its driver tag from its allocation on. */
  public int tag(int rq) {
    BlkMqCtx ctx = mq_ctx(rq);
    return ctx.index_hw * geometry.requestsPerCtx() + slot(rq) + 1 - ctx.first_rq;
  }
}
