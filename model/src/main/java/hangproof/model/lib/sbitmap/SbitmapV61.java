// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.lib.sbitmap;

import hangproof.machine.KernelSource;
import hangproof.machine.Machine;
import hangproof.model.kernel.sched.Wait;
import hangproof.model.kernel.sched.WaitQueueEntry;
import java.util.List;

/** With 48c033314f37 (September 2022): the one that brings the count to zero always resets it. */
public class SbitmapV61 extends SbitmapV60 {
  public SbitmapV61(Machine machine, Wait wait, Size size, List<List<WaitQueueEntry>> sleepers) {
    super(machine, wait, size, sleepers);
  }

  /** Left out: the batch, which never changes. */
  @Override
  @KernelSource(version = "48c033314f37", file = "lib/sbitmap.c", line = 602)
  protected boolean __sbq_wake_up() {
    int index = call(this::sbq_wake_ptr);
    if (index == NONE) {
      return false;
    }
    int left = dec_return(wait_cnt.get(index));
    if (left < 0) {
      return true;
    }
    if (left > 0) {
      return !wait.waitqueue_active(ws.get(index));
    }
    boolean ret = !wait.waitqueue_active(ws.get(index));
    wake_and_count_anew(index);
    return ret;
  }
}
