// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.scsi;

import hangproof.machine.KernelSource;
import hangproof.machine.Machine;
import hangproof.machine.Port;

/** drivers/scsi/scsi.c: the end of a command. */
public final class Scsi extends Port {
  private final ScsiLib lib;

  public Scsi(Machine machine, ScsiLib lib) {
    super(machine);
    this.lib = lib;
  }

  /**
   * Left out: sense data, the upper driver's done, and all that scsi_io_completion does first.
   *
   * @param rq the request, or 0 if it is one of a hardware queue that is not looked at
   */
  @KernelSource(version = "v5.9", file = "drivers/scsi/scsi.c", line = 167)
  public void scsi_finish_command(int rq) {
    ScsiDevice sdev = lib.sdev;
    lib.scsi_device_unbusy(rq);
    if (atomic_read(sdev.host_blocked) != 0) {
      atomic_set(sdev.host_blocked, 0);
    }
    if (atomic_read(sdev.target_blocked) != 0) {
      atomic_set(sdev.target_blocked, 0);
    }
    if (atomic_read(sdev.device_blocked) != 0) {
      atomic_set(sdev.device_blocked, 0);
    }
    lib.scsi_end_request(rq);
  }
}
