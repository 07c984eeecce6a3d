// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block.versions;

import hangproof.machine.Machine;
import hangproof.model.block.BlkMq;
import hangproof.model.block.BlkMqSched;

/** Before d7d8535f377e (v5.9): no barrier on either side of SCHED_RESTART. */
public final class NoDispatchBarriers extends BlkMq {
  public NoDispatchBarriers(Machine machine) {
    super(machine, blk -> new Sched(machine, blk));
  }

  @Override
  protected void order_dispatch_before_restart() {}

  private static final class Sched extends BlkMqSched {
    Sched(Machine machine, BlkMq blk) {
      super(machine, blk);
    }

    @Override
    protected void order_restart_before_dispatch() {}
  }
}
