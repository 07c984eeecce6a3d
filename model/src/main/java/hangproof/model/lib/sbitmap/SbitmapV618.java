// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.lib.sbitmap;

import hangproof.machine.Machine;
import hangproof.model.kernel.sched.Wait;
import hangproof.model.kernel.sched.WaitQueueEntry;
import java.util.List;

/** v6.11 to v6.18, with 72d04bdcf3f7: under the lock, and with a second look at the word. */
public class SbitmapV618 extends SbitmapV66 {
  public SbitmapV618(Machine machine, Wait wait, Size size, List<List<WaitQueueEntry>> sleepers) {
    super(machine, wait, size, sleepers);
  }

  /** Nothing is left out. */
  @Override
  protected boolean sbitmap_deferred_clear() {
    return deferred_clear_locked(swap_lock);
  }
}
