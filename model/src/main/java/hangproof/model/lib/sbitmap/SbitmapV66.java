// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.lib.sbitmap;

import hangproof.machine.Machine;
import hangproof.model.kernel.sched.Wait;
import hangproof.model.kernel.sched.WaitQueueEntry;
import java.util.List;

/** v6.6 to v6.10, with 106397376c03: a batch goes on until it has woken its number. */
public class SbitmapV66 extends SbitmapV65 {
  public SbitmapV66(Machine machine, Wait wait, Size size, List<List<WaitQueueEntry>> sleepers) {
    super(machine, wait, size, sleepers);
  }

  @Override
  protected int left_after(int nr, int woken) {
    return nr - woken;
  }
}
