// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block.tags;

import hangproof.machine.Machine;
import hangproof.model.kernel.sched.Wait;
import hangproof.model.kernel.sched.WaitQueueEntry;
import java.util.List;

/** With c38d185d4af1 (v3.19): a full barrier after the clear, a full-strength test_and_set_bit. */
public class BlkMqBitmapTagsClearBarrier extends BlkMqBitmapTags {
  public BlkMqBitmapTagsClearBarrier(
      Machine machine, Wait wait, int tags, int depth, int busy, List<WaitQueueEntry> sleepers) {
    super(machine, wait, tags, depth, busy, sleepers);
  }

  @Override
  protected void clear(int tag) {
    clear_bit(tag, word);
    smp_mb();
  }

  @Override
  protected boolean test_and_set(int tag) {
    return test_and_set_bit(tag, word);
  }
}
