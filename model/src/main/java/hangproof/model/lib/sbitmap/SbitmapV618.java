// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.lib.sbitmap;

import hangproof.machine.KernelSource;
import hangproof.machine.Machine;
import hangproof.model.kernel.sched.Wait;
import hangproof.model.kernel.sched.WaitQueueEntry;
import java.util.List;

/** v6.11 to v6.18, with 72d04bdcf3f7: under the lock, and with a second look at the word. */
public class SbitmapV618 extends SbitmapV66 {
  public SbitmapV618(Machine machine, Wait wait, Size size, List<List<WaitQueueEntry>> sleepers) {
    super(machine, wait, size, sleepers);
  }

  /** Left out: what is needed for a hint and round robin. */
  @Override
  @KernelSource(
      version = "v6.18",
      file = "lib/sbitmap.c",
      line = 63,
      sha256 = "9c3db2b87cc791e9fc844267bc1fda52c74b46c1bd87f01d06b8a00124cbeabc")
  protected boolean sbitmap_deferred_clear() {
    return call(
            () -> {
              spin_lock(swap_lock);
              if (read_bits(cleared) == 0) {
                int word_mask = (1 << size.depth()) - 1;
                boolean any = (read_bits(word) & word_mask) != word_mask;
                spin_unlock(swap_lock);
                return any ? 1 : 0;
              }
              int mask = xchg_bits(cleared, 0);
              clear_bits(word, mask);
              spin_unlock(swap_lock);
              return 1;
            })
        != 0;
  }
}
