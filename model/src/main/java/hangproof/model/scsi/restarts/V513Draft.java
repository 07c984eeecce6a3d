// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.scsi.restarts;

import hangproof.machine.Machine;
import hangproof.model.scsi.Bounds;
import hangproof.model.scsi.HostTemplate;

/** The draft's order on a budget in a bitmap: runs the queue, then clears restarts. No kernel. */
public final class V513Draft extends V513 {
  public V513Draft(Machine machine, Bounds bounds, HostTemplate hostt) {
    super(machine, bounds, hostt);
  }

  @Override
  protected void scsi_run_queue_async() {
    int old = atomic_read(restarts);
    if (old != 0) {
      blk.blk_mq_run_hw_queues(q, true);
      atomic_cmpxchg(restarts, old, 0);
    }
  }
}
