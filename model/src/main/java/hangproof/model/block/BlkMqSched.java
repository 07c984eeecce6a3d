// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block;

import hangproof.machine.KernelSource;
import hangproof.machine.Machine;
import hangproof.machine.Port;

/** block/blk-mq-sched.c for the scheduler "none". */
public class BlkMqSched extends Port {
  /** {@code BLK_MQ_BUDGET_DELAY}, in milliseconds. */
  protected static final int BLK_MQ_BUDGET_DELAY = 3;

  /** What the C code has as {@code -EAGAIN}. */
  protected static final int AGAIN = 11;

  protected final BlkMq blk;

  public BlkMqSched(Machine machine, BlkMq blk) {
    super(machine);
    this.blk = blk;
  }

  /** Nothing is left out. */
  @KernelSource(version = "v5.10", file = "block/blk-mq-sched.c", line = 60)
  void blk_mq_sched_restart(BlkMqHwCtx hctx) {
    if (!test_bit(BlkMqHwCtx.BLK_MQ_S_SCHED_RESTART, hctx.state)) {
      return;
    }
    clear_bit(BlkMqHwCtx.BLK_MQ_S_SCHED_RESTART, hctx.state);
    smp_mb();
    blk.blk_mq_run_hw_queue(hctx, true);
  }

  /** Left out: the look-up of the next queue by pointer, done here by number. */
  @KernelSource(version = "v5.10", file = "block/blk-mq-sched.c", line = 205)
  protected final int blk_mq_next_ctx(BlkMqHwCtx hctx, BlkMqCtx ctx) {
    int idx = ctx.index_hw + 1;
    return idx == hctx.nr_ctx ? 0 : idx;
  }

  /**
   * Nothing is left out. The loop carries the number of the software queue to look at; its result
   * is that number, plus {@code nr_ctx} if {@code hctx->dispatch} was not empty.
   */
  @KernelSource(version = "v5.10", file = "block/blk-mq-sched.c", line = 224)
  protected int blk_mq_do_dispatch_ctx(BlkMqHwCtx hctx) {
    RequestQueue q = hctx.queue;
    int end =
        loop(
            READ_ONCE(hctx.dispatch_from),
            ctx -> {
              if (!list_empty(hctx.dispatch)) {
                return ~(ctx + hctx.nr_ctx);
              }
              if (!blk.sbitmap.sbitmap_any_bit_set(hctx.ctx_map)) {
                return ~ctx;
              }
              if (!blk.blk_mq_get_dispatch_budget(q)) {
                return ~ctx;
              }
              int rq = blk.blk_mq_dequeue_from_ctx(hctx, ctx);
              if (rq == 0) {
                blk.blk_mq_put_dispatch_budget(q);
                rerun_after_unused_budget(q);
                return ~ctx;
              }
              int next = blk_mq_next_ctx(hctx, q.mq_ctx(rq));
              return blk.blk_mq_dispatch_rq_list(q.mq_hctx(rq), rq) ? next : ~next;
            });
    WRITE_ONCE(hctx.dispatch_from, end % hctx.nr_ctx);
    return end < hctx.nr_ctx ? 0 : AGAIN;
  }

  /**
   * What blk_mq_do_dispatch_ctx does after it has given back a budget for which it found no request
   * (since a0823421a4d7, v5.8): a method of its own because kernels before did not.
   */
  protected void rerun_after_unused_budget(RequestQueue q) {
    blk.blk_mq_delay_run_hw_queues(q, BLK_MQ_BUDGET_DELAY);
  }

  /**
   * Left out: leftovers on {@code hctx->dispatch} (nothing gets there yet), schedulers, and the
   * branch for a queue that is not busy, blk_mq_flush_busy_ctxs (both with a later port).
   */
  @KernelSource(version = "v5.10", file = "block/blk-mq-sched.c", line = 274)
  private int __blk_mq_sched_dispatch_requests(BlkMqHwCtx hctx) {
    BUG_ON(!list_empty(hctx.dispatch), "nothing is put on hctx->dispatch");
    BUG_ON(read(hctx.dispatch_busy) == 0, "the queue counts as busy");
    return blk_mq_do_dispatch_ctx(hctx);
  }

  /** Left out: the statistic {@code hctx->run}. */
  @KernelSource(version = "v5.10", file = "block/blk-mq-sched.c", line = 327)
  final void blk_mq_sched_dispatch_requests(BlkMqHwCtx hctx) {
    if (blk.blk_mq_hctx_stopped(hctx) || blk.blk_queue_quiesced(hctx.queue)) {
      return;
    }
    if (call(() -> __blk_mq_sched_dispatch_requests(hctx)) == AGAIN) {
      if (call(() -> __blk_mq_sched_dispatch_requests(hctx)) == AGAIN) {
        blk.blk_mq_run_hw_queue(hctx, true);
      }
    }
  }

  /**
   * Left out: flush and passthrough requests, schedulers. The request gets its id here, see {@link
   * BlkMqCtx#next_rq}.
   *
   * <p>Without a scheduler blk_mq_submit_bio comes here with {@code async} when the hardware queue
   * is busy and there is no plug (its last branch), and __blk_mq_try_issue_directly without it when
   * the budget is refused. A plug ends in blk_mq_sched_insert_requests, which for a busy queue does
   * the same insertion and then runs the queue: in the context of the submitter when the plug is
   * finished, by the kworker when the submitter goes to sleep.
   */
  @KernelSource(version = "v5.10", file = "block/blk-mq-sched.c", line = 417)
  public final void blk_mq_sched_insert_request(
      BlkMqHwCtx hctx, BlkMqCtx ctx, boolean at_head, boolean run_queue, boolean async) {
    call(
        () -> {
          spin_lock(ctx.lock);
          int rq = read(ctx.next_rq);
          write(ctx.next_rq, rq + 1);
          blk.__blk_mq_insert_request(hctx, ctx, rq, at_head);
          spin_unlock(ctx.lock);
          return 0;
        });
    if (run_queue) {
      blk.blk_mq_run_hw_queue(hctx, async);
    }
  }
}
