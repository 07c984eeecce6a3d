// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.lib.sbitmap;

import hangproof.machine.Machine;
import hangproof.machine.SpinLock;

/** With 72d04bdcf3f7 (v6.11): under a lock, and with a second look at the word. */
public final class BudgetMapV618 extends BudgetMap {
  private final SpinLock swap_lock;

  public BudgetMapV618(Machine machine, String name, int depth) {
    super(machine, name, depth);
    this.swap_lock = machine.lock(name + ".swap_lock");
  }

  @Override
  protected boolean sbitmap_deferred_clear() {
    return deferred_clear_locked(swap_lock);
  }
}
