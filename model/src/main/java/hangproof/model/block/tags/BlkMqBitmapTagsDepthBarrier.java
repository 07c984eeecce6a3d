// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block.tags;

import hangproof.machine.Machine;
import hangproof.model.kernel.sched.Wait;
import hangproof.model.kernel.sched.WaitQueueEntry;
import java.util.List;

/** With 8ee1b7b9d876 (v4.4): a full barrier before everybody is woken. */
public class BlkMqBitmapTagsDepthBarrier extends BlkMqBitmapTagsClearBarrier {
  public BlkMqBitmapTagsDepthBarrier(
      Machine machine, Wait wait, int tags, int depth, int busy, List<WaitQueueEntry> sleepers) {
    super(machine, wait, tags, depth, busy, sleepers);
  }

  @Override
  protected void order_update_and_wakeup() {
    smp_mb();
  }
}
