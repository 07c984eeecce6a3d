// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block.versions;

import hangproof.machine.KernelSource;
import hangproof.machine.Machine;
import hangproof.model.block.BlkMq;
import hangproof.model.block.BlkMqHwCtx;
import hangproof.model.block.BlkMqSched;
import hangproof.model.block.RequestQueue;
import java.util.function.Function;

/**
 * v5.7: want of budget is no reason to come back, an unused budget is given back in silence, and
 * nothing orders leftovers against SCHED_RESTART.
 */
public class V57 extends BlkMq {
  public V57(Machine machine) {
    this(machine, blk -> new Sched(machine, blk));
  }

  protected V57(Machine machine, Function<BlkMq, ? extends BlkMqSched> sched) {
    super(machine, sched);
  }

  @Override
  protected void order_dispatch_before_restart() {}

  @Override
  protected boolean is_a_reason_to_kick(int ret, boolean no_budget_avail) {
    return ret == BLK_STS_RESOURCE;
  }

  /** block/blk-mq-sched.c of v5.7. */
  protected static class Sched extends BlkMqSched {
    protected Sched(Machine machine, BlkMq blk) {
      super(machine, blk);
    }

    @Override
    protected void order_restart_before_dispatch() {}

    @Override
    protected void rerun_after_unused_budget(RequestQueue q) {}

    /** Nothing is left out. */
    @Override
    @KernelSource(version = "v5.7", file = "block/blk-mq-sched.c", line = 88)
    protected int blk_mq_do_dispatch_sched(BlkMqHwCtx hctx) {
      RequestQueue q = hctx.queue;
      return loop(
          0,
          turn -> {
            if (!q.elevator.has_work(hctx)) {
              return ~0;
            }
            if (!blk.blk_mq_get_dispatch_budget(hctx)) {
              return ~0;
            }
            int rq = call(() -> q.elevator.dispatch_request(hctx));
            if (rq == 0) {
              blk.blk_mq_put_dispatch_budget(q);
              rerun_after_unused_budget(q);
              return ~0;
            }
            return blk.blk_mq_dispatch_rq_list(hctx, rq, 1) ? 0 : ~0;
          });
    }

    /** Nothing is left out. Unlike in v5.10, nobody looks at the dispatch list meanwhile. */
    @Override
    @KernelSource(version = "v5.7", file = "block/blk-mq-sched.c", line = 134)
    protected int blk_mq_do_dispatch_ctx(BlkMqHwCtx hctx) {
      RequestQueue q = hctx.queue;
      int end =
          loop(
              READ_ONCE(hctx.dispatch_from),
              ctx -> {
                if (!blk.sbitmap().sbitmap_any_bit_set(hctx.ctx_map)) {
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
      WRITE_ONCE(hctx.dispatch_from, end);
      return 0;
    }
  }
}
