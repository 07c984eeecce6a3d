// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block;

import hangproof.machine.Ids;
import hangproof.machine.KernelSource;
import hangproof.machine.Machine;
import hangproof.machine.Port;

/** block/blk-mq-sched.c. */
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
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq-sched.h",
      line = 80,
      sha256 = "900c382f2d844d4b3d3f432fb2d314e8fdc26ed69dcaf8855cf0c62bb59b7c38")
  final boolean blk_mq_sched_needs_restart(BlkMqHwCtx hctx) {
    return test_bit(BlkMqHwCtx.BLK_MQ_S_SCHED_RESTART, hctx.state);
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq-sched.c",
      line = 51,
      sha256 = "25d78de0f92a2b0e1c62601a617f9eb24ebff80e39ec105e93364d221b887899")
  protected final void blk_mq_sched_mark_restart_hctx(BlkMqHwCtx hctx) {
    if (test_bit(BlkMqHwCtx.BLK_MQ_S_SCHED_RESTART, hctx.state)) {
      return;
    }
    set_bit(BlkMqHwCtx.BLK_MQ_S_SCHED_RESTART, hctx.state);
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq-sched.c",
      line = 60,
      sha256 = "18d03e45dbaabc92605a7150e8db107b8e4278c52067ac0876db0b1951cf1888")
  public final void blk_mq_sched_restart(BlkMqHwCtx hctx) {
    if (!test_bit(BlkMqHwCtx.BLK_MQ_S_SCHED_RESTART, hctx.state)) {
      return;
    }
    clear_bit(BlkMqHwCtx.BLK_MQ_S_SCHED_RESTART, hctx.state);
    order_restart_before_dispatch();
    blk.blk_mq_run_hw_queue(hctx, true);
  }

  /** The barrier between clearing SCHED_RESTART and the look at {@code hctx->dispatch}. */
  protected void order_restart_before_dispatch() {
    smp_mb();
  }

  /** Left out: the look-up of the next queue by pointer, done here by number. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq-sched.c",
      line = 205,
      sha256 = "2a98c6666539c4ba8014d49f575bc2277e7c55e47c28642bf4f66d644d12b880")
  protected final int blk_mq_next_ctx(BlkMqHwCtx hctx, BlkMqCtx ctx) {
    int idx = ctx.index_hw + 1;
    return idx == hctx.nr_ctx ? 0 : idx;
  }

  /**
   * Nothing is left out. The loop carries the number of the software queue to look at; its result
   * is that number, plus {@code nr_ctx} if {@code hctx->dispatch} was not empty.
   */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq-sched.c",
      line = 224,
      sha256 = "932190365e145217af86e64de6dfd6c51b3a6cbf5ade5ccd1a1a225fbc8d5394")
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
              if (!blk.blk_mq_get_dispatch_budget(hctx)) {
                return ~ctx;
              }
              int rq = blk.blk_mq_dequeue_from_ctx(hctx, ctx);
              if (rq == 0) {
                blk.blk_mq_put_dispatch_budget(q);
                rerun_after_unused_budget(q);
                return ~ctx;
              }
              int next = blk_mq_next_ctx(hctx, q.mq_ctx(rq));
              return blk.blk_mq_dispatch_rq_list(q.mq_hctx(rq), rq, 1) ? next : ~next;
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

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq-sched.h",
      line = 70,
      sha256 = "1f6c3ff3735b35fb59442289208d853e4e3bca6939ded16c4b74612b9c354991")
  final boolean blk_mq_sched_has_work(BlkMqHwCtx hctx) {
    Elevator e = hctx.queue.elevator;
    return e != null && e.has_work(hctx);
  }

  /**
   * Left out: requests of other hardware queues than the one that asks, which some schedulers hand
   * out. Returns 0, 1 if it dispatched something, or {@link #AGAIN}.
   */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq-sched.c",
      line = 117,
      sha256 = "084612bb40254139f3c1524e33158fbde5d1da7ca5369a1bc4c808414bb6c692")
  private int __blk_mq_do_dispatch_sched(BlkMqHwCtx hctx) {
    RequestQueue q = hctx.queue;
    Elevator e = q.elevator;
    boolean run_queue = false;
    boolean busy = false;
    int max_dispatch = read(hctx.dispatch_busy) != 0 ? 1 : q.nr_requests();
    int rq_list = 0;
    int count = 0;
    do {
      if (!e.has_work(hctx)) {
        break;
      }
      if (!list_empty(hctx.dispatch)) {
        busy = true;
        break;
      }
      if (!blk.blk_mq_get_dispatch_budget(hctx)) {
        break;
      }
      int rq = call(() -> e.dispatch_request(hctx));
      if (rq == 0) {
        blk.blk_mq_put_dispatch_budget(q);
        run_queue = true;
        break;
      }
      rq_list = Ids.addTail(rq_list, rq, q.list_bits());
    } while (++count < max_dispatch);

    boolean dispatched = false;
    if (count == 0) {
      if (run_queue) {
        rerun_after_unused_budget(q);
      }
    } else {
      dispatched = blk.blk_mq_dispatch_rq_list(hctx, rq_list, count);
    }
    if (busy) {
      return AGAIN;
    }
    return dispatched ? 1 : 0;
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq-sched.c",
      line = 194,
      sha256 = "1eb79dfbeb55199093f3adc8e36ced1c10a2dfadf07120102598110d5d192fb3")
  protected int blk_mq_do_dispatch_sched(BlkMqHwCtx hctx) {
    return loop(
        0,
        turn -> {
          int ret = __blk_mq_do_dispatch_sched(hctx);
          return ret == 1 ? 0 : ~ret;
        });
  }

  private int blk_mq_do_dispatch(BlkMqHwCtx hctx) {
    return hctx.queue.elevator != null
        ? blk_mq_do_dispatch_sched(hctx)
        : blk_mq_do_dispatch_ctx(hctx);
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq-sched.c",
      line = 274,
      sha256 = "f359c40024c4782f8cd57590ad6e343471a9c45620d59bd1b916cbcb3c480ae0")
  private int __blk_mq_sched_dispatch_requests(BlkMqHwCtx hctx) {
    int leftovers = call(() -> take_leftovers(hctx));
    if (leftovers != 0) {
      blk_mq_sched_mark_restart_hctx(hctx);
      boolean dispatched = call(() -> blk.blk_mq_dispatch_rq_list(hctx, leftovers, 0) ? 1 : 0) != 0;
      return dispatched ? blk_mq_do_dispatch(hctx) : 0;
    }
    if (hctx.queue.elevator != null) {
      return blk_mq_do_dispatch_sched(hctx);
    }
    if (read(hctx.dispatch_busy) != 0) {
      return blk_mq_do_dispatch_ctx(hctx);
    }
    blk.blk_mq_dispatch_rq_list(hctx, blk.blk_mq_flush_busy_ctxs(hctx), 0);
    return 0;
  }

  /** The first lines of __blk_mq_sched_dispatch_requests: all that is on {@code hctx->dispatch}. */
  protected final int take_leftovers(BlkMqHwCtx hctx) {
    int rq_list = 0;
    if (!list_empty(hctx.dispatch)) {
      spin_lock(hctx.lock);
      if (!list_empty(hctx.dispatch)) {
        rq_list = list_splice_init(hctx.dispatch);
      }
      spin_unlock(hctx.lock);
    }
    return rq_list;
  }

  /** Left out: the statistic {@code hctx->run}. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq-sched.c",
      line = 327,
      sha256 = "46106295a98b98c39fa078bf469db5e6ff4e7eae4effdea24c47dc40302ab52c")
  protected void blk_mq_sched_dispatch_requests(BlkMqHwCtx hctx) {
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
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq-sched.c",
      line = 417,
      sha256 = "0c454011bf18146db530c580890ffa9b4c686b158867375db77c0f48a857e006")
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

  /** What the machine has made of a flush goes past any scheduler. Passthrough: see below. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq-sched.c",
      line = 393,
      sha256 = "fa4783ed886aa359f7820c5fd449a7ee29ef5c39d405a4fc5039c87fd49591cf")
  private boolean blk_mq_sched_bypass_insert(RequestQueue q, int rq) {
    return blk.flush().has_end_io(q, rq);
  }

  /** Where on the dispatch list a request of the flush machine goes: since v5.6, to the head. */
  protected boolean insert_flush_at_head(boolean at_head) {
    return true;
  }

  /** The same for a request that has its id already. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq-sched.c",
      line = 417,
      sha256 = "0c454011bf18146db530c580890ffa9b4c686b158867375db77c0f48a857e006")
  public final void blk_mq_sched_insert_request(
      RequestQueue q, int rq, boolean at_head, boolean run_queue, boolean async) {
    BlkMqHwCtx hctx = q.mq_hctx(rq);
    call(
        () -> {
          if (blk_mq_sched_bypass_insert(q, rq)) {
            blk.blk_mq_request_bypass_insert(q, rq, insert_flush_at_head(at_head), false);
            return 0;
          }
          insert_ordinary_request(q, rq, at_head);
          return 0;
        });
    if (run_queue) {
      blk.blk_mq_run_hw_queue(hctx, async);
    }
  }

  /** The branch for requests that are neither flushes nor passthrough. */
  public final void insert_ordinary_request(RequestQueue q, int rq, boolean at_head) {
    BlkMqHwCtx hctx = q.mq_hctx(rq);
    if (q.elevator != null) {
      q.elevator.insert_requests(hctx, rq, at_head);
      return;
    }
    BlkMqCtx ctx = q.mq_ctx(rq);
    spin_lock(ctx.lock);
    blk.__blk_mq_insert_request(hctx, ctx, rq, at_head);
    spin_unlock(ctx.lock);
  }

  /**
   * The same for a passthrough request, which since 01e99aeca397 (v5.6) goes to the dispatch list,
   * past any scheduler.
   */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq-sched.c",
      function = "blk_mq_sched_insert_request",
      line = 417,
      sha256 = "0c454011bf18146db530c580890ffa9b4c686b158867375db77c0f48a857e006")
  public final void blk_mq_sched_insert_passthrough_request(
      RequestQueue q, int rq, boolean at_head, boolean run_queue, boolean async) {
    blk.blk_mq_request_bypass_insert(q, rq, at_head, false);
    if (run_queue) {
      blk.blk_mq_run_hw_queue(q.mq_hctx(rq), async);
    }
  }

  /** Left out: the queue's usage counter. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq-sched.c",
      line = 470,
      sha256 = "9bc7c0f8214d0a1bfd9de60d8b2a8e49872c6ab499e1f52c172d4447f49b5b64")
  protected final void blk_mq_sched_insert_requests(
      BlkMqHwCtx hctx, BlkMqCtx ctx, int list, boolean run_queue_async) {
    RequestQueue q = hctx.queue;
    if (q.elevator != null) {
      call(
          () -> {
            q.elevator.insert_requests(hctx, list, false);
            return 0;
          });
      blk.blk_mq_run_hw_queue(hctx, run_queue_async);
      return;
    }
    int left = list;
    if (read(hctx.dispatch_busy) == 0 && !run_queue_async) {
      left = call(() -> blk.blk_mq_try_issue_list_directly(hctx, list));
      if (left == 0) {
        return;
      }
    }
    int rest = left;
    call(
        () -> {
          blk.blk_mq_insert_requests(hctx, ctx, rest);
          return 0;
        });
    blk.blk_mq_run_hw_queue(hctx, run_queue_async);
  }
}
