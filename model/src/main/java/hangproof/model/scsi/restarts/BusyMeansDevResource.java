// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.scsi.restarts;

import hangproof.machine.KernelSource;
import hangproof.machine.Machine;
import hangproof.model.block.BlkMq;
import hangproof.model.scsi.Bounds;
import hangproof.model.scsi.HostTemplate;

/**
 * Version 4 before 673235f91531: a device that still has commands is taken for one that will run
 * the queue. So in the release candidates of v5.10, and with other completions from v4.16 to v5.9.
 */
public final class BusyMeansDevResource extends V4 {
  public BusyMeansDevResource(Machine machine, Bounds bounds, HostTemplate hostt, BlkMq blk) {
    super(machine, bounds, hostt, blk);
  }

  /** Of scsi_queue_rq, the condition after it has put the budget. */
  @Override
  @KernelSource(
      version = "v5.9",
      file = "drivers/scsi/scsi_lib.c",
      function = "scsi_queue_rq",
      line = 1618,
      sha256 = "437bb5c44e04b7369986dcf3ea7ae71067d484aa91ba223a052b23084a5e2ed4")
  protected boolean promises_a_run() {
    return atomic_read(sdev.device_busy) != 0 || scsi_device_blocked();
  }
}
