// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.scsi.restarts;

import hangproof.machine.KernelSource;
import hangproof.machine.Machine;
import hangproof.model.scsi.Bounds;
import hangproof.model.scsi.HostTemplate;

/**
 * The tester's diff of 8 August 2020 (3f35b0f67c73c8c4996fdad80eb6d963@mail.gmail.com): the
 * completion takes the count back first, and runs the queue whether it won or not.
 */
public final class TesterDiff extends V4 {
  public TesterDiff(Machine machine, Bounds bounds, HostTemplate hostt) {
    super(machine, bounds, hostt);
  }

  /**
   * Left out: the branch for single_lun targets and starved devices. The diff was against a kernel
   * that had this in scsi_end_request itself; the line is that of the statement.
   */
  @Override
  @KernelSource(
      version = "3f35b0f67c73c8c4996fdad80eb6d963@mail.gmail.com",
      file = "drivers/scsi/scsi_lib.c",
      function = "scsi_end_request",
      line = 597)
  protected void scsi_run_queue_async() {
    int old = atomic_read(restarts);
    if (old != 0) {
      atomic_cmpxchg(restarts, old, 0);
      blk.blk_mq_run_hw_queues(q, true);
    }
  }
}
