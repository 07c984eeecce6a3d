// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block.versions;

import hangproof.machine.Machine;

/** v5.7 with ab3cee3762e5: a dispatcher that was refused a budget for leftovers comes back. */
public final class V57NoBudgetIsAReason extends V57 {
  public V57NoBudgetIsAReason(Machine machine) {
    super(machine);
  }

  @Override
  protected boolean is_a_reason_to_kick(int ret, boolean no_budget_avail) {
    return ret == BLK_STS_RESOURCE || no_budget_avail;
  }
}
