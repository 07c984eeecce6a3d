// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block;

import hangproof.machine.KernelSource;
import hangproof.machine.Machine;
import hangproof.machine.Port;
import hangproof.model.lib.Sbitmap;
import java.util.function.Function;

/** block/blk-mq.c and block/blk-mq.h: running hardware queues, dispatching, freeing requests. */
public final class BlkMq extends Port {
  final Sbitmap sbitmap;
  private final BlkMqSched sched;
  private final BlkMqTag tag;

  /**
   * blk-mq.
   *
   * @param sched makes the dispatcher, for versions of a protocol that change it
   */
  public BlkMq(Machine machine, Function<BlkMq, ? extends BlkMqSched> sched) {
    super(machine);
    this.sbitmap = new Sbitmap(machine);
    this.tag = new BlkMqTag(machine, sbitmap);
    this.sched = sched.apply(this);
  }

  public BlkMqSched sched() {
    return sched;
  }

  // ---- flags

  /** Nothing is left out. */
  @KernelSource(version = "v5.10", file = "block/blk-mq.h", line = 175)
  boolean blk_mq_hctx_stopped(BlkMqHwCtx hctx) {
    return test_bit(BlkMqHwCtx.BLK_MQ_S_STOPPED, hctx.state);
  }

  /** Nothing is left out. */
  @KernelSource(version = "v5.10", file = "include/linux/blkdev.h", line = 667)
  boolean blk_queue_quiesced(RequestQueue q) {
    return test_bit(RequestQueue.QUEUE_FLAG_QUIESCED, q.queue_flags);
  }

  // ---- budget

  /** Left out: drivers without a budget. */
  @KernelSource(version = "v5.10", file = "block/blk-mq.h", line = 189)
  public void blk_mq_put_dispatch_budget(RequestQueue q) {
    q.mq_ops.put_budget();
  }

  /** Left out: drivers without a budget. */
  @KernelSource(version = "v5.10", file = "block/blk-mq.h", line = 195)
  public boolean blk_mq_get_dispatch_budget(RequestQueue q) {
    return call(() -> q.mq_ops.get_budget() ? 1 : 0) != 0;
  }

  // ---- software queues

  /** Left out: a scheduler's has_work. */
  @KernelSource(version = "v5.10", file = "block/blk-mq.c", line = 70)
  public boolean blk_mq_hctx_has_pending(BlkMqHwCtx hctx) {
    return !list_empty(hctx.dispatch) || sbitmap.sbitmap_any_bit_set(hctx.ctx_map);
  }

  /** Nothing is left out. */
  @KernelSource(version = "v5.10", file = "block/blk-mq.c", line = 80)
  private void blk_mq_hctx_mark_pending(BlkMqHwCtx hctx, BlkMqCtx ctx) {
    int bit = ctx.index_hw;
    if (!sbitmap.sbitmap_test_bit(hctx.ctx_map, bit)) {
      sbitmap.sbitmap_set_bit(hctx.ctx_map, bit);
    }
  }

  /** Left out: tracing. */
  @KernelSource(version = "v5.10", file = "block/blk-mq.c", line = 1822)
  private void __blk_mq_insert_req_list(BlkMqCtx ctx, int rq, boolean at_head) {
    if (at_head) {
      list_add(rq, ctx.rq_lists);
    } else {
      list_add_tail(rq, ctx.rq_lists);
    }
  }

  /** Nothing is left out. Called with {@code ctx->lock} held. */
  @KernelSource(version = "v5.10", file = "block/blk-mq.c", line = 1839)
  void __blk_mq_insert_request(BlkMqHwCtx hctx, BlkMqCtx ctx, int rq, boolean at_head) {
    __blk_mq_insert_req_list(ctx, rq, at_head);
    blk_mq_hctx_mark_pending(hctx, ctx);
  }

  /**
   * A request goes back to the head of its software queue: no function of the kernel, but what a
   * dispatcher that dequeues before it takes a budget would have to do.
   */
  public void reinsert_at_head(int rq, RequestQueue q) {
    BlkMqCtx ctx = q.mq_ctx(rq);
    spin_lock(ctx.lock);
    __blk_mq_insert_request(q.mq_hctx(rq), ctx, rq, true);
    spin_unlock(ctx.lock);
  }

  /** Returns the request taken off, 0 if none; the C code has it in {@code dispatch_data}. */
  @KernelSource(version = "v5.10", file = "block/blk-mq.c", line = 1063)
  private int dispatch_rq_from_ctx(BlkMqHwCtx hctx, int bitnr) {
    BlkMqCtx ctx = hctx.ctxs.get(bitnr);
    int rq = 0;
    spin_lock(ctx.lock);
    if (!list_empty(ctx.rq_lists)) {
      rq = list_first_entry_or_null(ctx.rq_lists);
      list_del_init(rq, ctx.rq_lists);
      if (list_empty(ctx.rq_lists)) {
        sbitmap.sbitmap_clear_bit(hctx.ctx_map, bitnr);
      }
    }
    spin_unlock(ctx.lock);
    return rq;
  }

  /** Nothing is left out. */
  @KernelSource(version = "v5.10", file = "block/blk-mq.c", line = 1083)
  public int blk_mq_dequeue_from_ctx(BlkMqHwCtx hctx, int start) {
    return call(
        () ->
            sbitmap.__sbitmap_for_each_set(
                hctx.ctx_map, start, bitnr -> dispatch_rq_from_ctx(hctx, bitnr)));
  }

  // ---- dispatch

  /**
   * For the one request of which the caller holds the budget, and a driver that says BLK_STS_OK:
   * the other exits come with a later port. Left out: the driver tag, which the request has had
   * since its allocation, and the update of {@code dispatch_busy}, which stays busy.
   */
  @KernelSource(version = "v5.10", file = "block/blk-mq.c", line = 1349)
  public boolean blk_mq_dispatch_rq_list(BlkMqHwCtx hctx, int rq) {
    hctx.queue.mq_ops.queue_rq(hctx, rq);
    return true;
  }

  // ---- running a hardware queue

  /** Left out: the warnings, and RCU, which nobody waits for here. */
  @KernelSource(version = "v5.10", file = "block/blk-mq.c", line = 1503)
  private void __blk_mq_run_hw_queue(BlkMqHwCtx hctx) {
    call(
        () -> {
          sched.blk_mq_sched_dispatch_requests(hctx);
          return 0;
        });
  }

  /** Left out: blocking drivers, and callers on a CPU that is not the hardware queue's. */
  @KernelSource(version = "v5.10", file = "block/blk-mq.c", line = 1609)
  public void __blk_mq_delay_run_hw_queue(BlkMqHwCtx hctx, boolean async, int msecs) {
    if (blk_mq_hctx_stopped(hctx)) {
      return;
    }
    if (!async) {
      __blk_mq_run_hw_queue(hctx);
      return;
    }
    mod_delayed_work(hctx.run_work, msecs);
  }

  /** Nothing is left out. */
  @KernelSource(version = "v5.10", file = "block/blk-mq.c", line = 1637)
  public void blk_mq_delay_run_hw_queue(BlkMqHwCtx hctx, int msecs) {
    __blk_mq_delay_run_hw_queue(hctx, true, msecs);
  }

  /** Left out: RCU, which nobody waits for here. */
  @KernelSource(version = "v5.10", file = "block/blk-mq.c", line = 1652)
  public void blk_mq_run_hw_queue(BlkMqHwCtx hctx, boolean async) {
    boolean need_run =
        call(() -> !blk_queue_quiesced(hctx.queue) && blk_mq_hctx_has_pending(hctx) ? 1 : 0) != 0;
    if (need_run) {
      __blk_mq_delay_run_hw_queue(hctx, async, 0);
    }
  }

  /** Nothing is left out. */
  @KernelSource(version = "v5.10", file = "block/blk-mq.c", line = 1680)
  public void blk_mq_run_hw_queues(RequestQueue q, boolean async) {
    for (int i = 0; i < q.nr_hw_queues(); i++) {
      BlkMqHwCtx hctx = q.hctx(i);
      if (!blk_mq_hctx_stopped(hctx)) {
        blk_mq_run_hw_queue(hctx, async);
      }
    }
  }

  /** Nothing is left out. */
  @KernelSource(version = "v5.10", file = "block/blk-mq.c", line = 1699)
  public void blk_mq_delay_run_hw_queues(RequestQueue q, int msecs) {
    for (int i = 0; i < q.nr_hw_queues(); i++) {
      BlkMqHwCtx hctx = q.hctx(i);
      if (!blk_mq_hctx_stopped(hctx)) {
        blk_mq_delay_run_hw_queue(hctx, msecs);
      }
    }
  }

  /** Nothing is left out. */
  @KernelSource(version = "v5.10", file = "block/blk-mq.c", line = 1807)
  public void blk_mq_run_work_fn(BlkMqHwCtx hctx) {
    if (blk_mq_hctx_stopped(hctx)) {
      return;
    }
    __blk_mq_run_hw_queue(hctx);
  }

  // ---- the end of a request

  /** Left out: encryption, power management, scheduler tags, the queue's usage counter. */
  @KernelSource(version = "v5.10", file = "block/blk-mq.c", line = 495)
  private void __blk_mq_free_request(RequestQueue q, int rq) {
    BlkMqHwCtx hctx = q.mq_hctx(rq);
    tag.blk_mq_put_tag(hctx.tags, q.tag(rq));
    sched.blk_mq_sched_restart(hctx);
  }

  /**
   * Left out: schedulers, statistics, shared tags, rq_qos (no policy is attached), and what only
   * the timeout handler shares: the store of {@code rq->state}, and {@code rq->ref}, of which the
   * reference that is dropped here is the only one otherwise. (Its release order comes before the
   * barriers of sbitmap_queue_clear and adds nothing to them.)
   */
  @KernelSource(version = "v5.10", file = "block/blk-mq.c", line = 513)
  private void blk_mq_free_request(RequestQueue q, int rq) {
    __blk_mq_free_request(q, rq);
  }

  /** Left out: statistics, and requests with an end_io of their own. */
  @KernelSource(version = "v5.10", file = "block/blk-mq.c", line = 544)
  public void __blk_mq_end_request(RequestQueue q, int rq) {
    blk_mq_free_request(q, rq);
  }
}
