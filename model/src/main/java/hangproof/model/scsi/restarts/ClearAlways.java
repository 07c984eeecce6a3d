// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.scsi.restarts;

import hangproof.machine.Machine;
import hangproof.model.scsi.Bounds;
import hangproof.model.scsi.HostTemplate;

/** The draft as it must not be written: whatever the count is by then, it is cleared. */
public final class ClearAlways extends V4 {
  public ClearAlways(Machine machine, Bounds bounds, HostTemplate hostt) {
    super(machine, bounds, hostt);
  }

  @Override
  protected void scsi_run_queue_async() {
    if (atomic_read(restarts) != 0) {
      blk.blk_mq_run_hw_queues(q, true);
      atomic_set(restarts, 0);
    }
  }
}
