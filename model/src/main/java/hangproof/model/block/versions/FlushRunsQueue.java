// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block.versions;

import hangproof.machine.Machine;
import hangproof.model.block.BlkFlush;
import hangproof.model.block.BlkMq;
import hangproof.model.block.BlkMqHwCtx;
import hangproof.model.block.BlkMqSched;

/**
 * Before 85bd6e61f34d (v5.0): when the data of a flush sequence is done, the queue is run, but
 * SCHED_RESTART is left as it is.
 */
public final class FlushRunsQueue extends BlkMq {
  public FlushRunsQueue(Machine machine) {
    super(machine, blk -> new BlkMqSched(machine, blk), blk -> new Flush(machine, blk));
  }

  private static final class Flush extends BlkFlush {
    Flush(Machine machine, BlkMq blk) {
      super(machine, blk);
    }

    @Override
    protected void run_after_data(BlkMqHwCtx hctx) {
      blk.blk_mq_run_hw_queue(hctx, true);
    }
  }
}
