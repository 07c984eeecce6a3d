// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block.versions;

import hangproof.machine.Machine;
import hangproof.model.block.BlkMq;
import hangproof.model.block.RequestQueue;

/** v5.7 with a0823421a4d7: whoever gives back an unused budget has all queues run after a while. */
public final class V57RerunUnusedBudget extends V57 {
  public V57RerunUnusedBudget(Machine machine) {
    super(machine, blk -> new Sched(machine, blk));
  }

  private static final class Sched extends V57.Sched {
    Sched(Machine machine, BlkMq blk) {
      super(machine, blk);
    }

    @Override
    protected void rerun_after_unused_budget(RequestQueue q) {
      blk.blk_mq_delay_run_hw_queues(q, BLK_MQ_BUDGET_DELAY);
    }
  }
}
