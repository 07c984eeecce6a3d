// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block.tags;

import hangproof.machine.Machine;
import hangproof.model.kernel.sched.Wait;
import hangproof.model.kernel.sched.WaitQueueEntry;
import hangproof.model.lib.sbitmap.SbitmapQueue;
import java.util.List;
import java.util.function.Function;

/** With 5266caaf5660 (v6.8): a full barrier between the entry and the second try. */
public class BlkMqMarkTagWaitBarrier extends BlkMqMarkTagWait {
  public BlkMqMarkTagWaitBarrier(
      Machine machine, Wait wait, Function<List<List<WaitQueueEntry>>, SbitmapQueue> tags) {
    super(machine, wait, tags);
  }

  @Override
  protected void order_wait_and_get() {
    smp_mb();
  }
}
