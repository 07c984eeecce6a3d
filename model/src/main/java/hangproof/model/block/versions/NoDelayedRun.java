// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block.versions;

import hangproof.machine.Machine;
import hangproof.model.block.BlkMq;

/** Before 86ff7c2a80cd (v4.16): leftovers under SCHED_RESTART always wait for a completion. */
public final class NoDelayedRun extends BlkMq {
  public NoDelayedRun(Machine machine) {
    super(machine);
  }

  @Override
  protected boolean is_a_reason_to_kick(int ret, boolean no_budget_avail) {
    return false;
  }
}
