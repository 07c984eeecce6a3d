// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.lib.sbitmap;

import hangproof.machine.KernelSource;
import hangproof.machine.Machine;
import hangproof.machine.SpinLock;

/** With 72d04bdcf3f7 (v6.11): under a lock, and with a second look at the word. */
public final class BudgetMapV618 extends BudgetMap {
  private final SpinLock swap_lock;

  public BudgetMapV618(Machine machine, String name, int depth) {
    super(machine, name, depth);
    this.swap_lock = machine.lock(name + ".swap_lock");
  }

  /** Left out: what is needed for a hint and round robin. */
  @Override
  @KernelSource(
      version = "v6.18",
      file = "lib/sbitmap.c",
      line = 63,
      sha256 = "9c3db2b87cc791e9fc844267bc1fda52c74b46c1bd87f01d06b8a00124cbeabc")
  protected boolean sbitmap_deferred_clear() {
    spin_lock(swap_lock);
    if (read_bits(cleared) == 0) {
      int word_mask = (1 << depth) - 1;
      boolean any = (read_bits(word) & word_mask) != word_mask;
      spin_unlock(swap_lock);
      return any;
    }
    int mask = xchg_bits(cleared, 0);
    clear_bits(word, mask);
    spin_unlock(swap_lock);
    return true;
  }
}
