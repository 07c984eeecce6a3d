// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.scsi.restarts;

import hangproof.machine.Machine;
import hangproof.model.block.BlkMq;
import hangproof.model.block.BlkMqHwCtx;
import hangproof.model.block.BlkMqSched;
import hangproof.model.block.RequestQueue;
import hangproof.model.scsi.Bounds;
import hangproof.model.scsi.HostTemplate;

/**
 * The control of {@link FirstTheory}: version 4 under a dispatcher that takes a request off its
 * queue before it asks for the budget, and puts it back when refused. No kernel ever did.
 */
public final class DequeueBeforeBudget extends V4 {
  public DequeueBeforeBudget(Machine machine, Bounds bounds, HostTemplate hostt) {
    super(machine, bounds, hostt, blk -> new Sched(machine, blk));
  }

  private static final class Sched extends BlkMqSched {
    Sched(Machine machine, BlkMq blk) {
      super(machine, blk);
    }

    @Override
    protected int blk_mq_do_dispatch_ctx(BlkMqHwCtx hctx) {
      RequestQueue q = hctx.queue;
      return loop(
          0,
          turn -> {
            int rq = blk.blk_mq_dequeue_from_ctx(hctx, 0);
            if (rq == 0) {
              return ~0;
            }
            if (!blk.blk_mq_get_dispatch_budget(q)) {
              blk.reinsert_at_head(rq, q);
              return ~0;
            }
            return blk.blk_mq_dispatch_rq_list(hctx, rq) ? 0 : ~0;
          });
    }
  }
}
