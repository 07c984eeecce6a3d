// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.scsi.eh;

import hangproof.machine.KernelSource;
import hangproof.machine.Machine;
import hangproof.model.kernel.rcu.Rcu;

/** v5.9, and until 4373534a9850 (January 2024): the commands are counted under the host's lock. */
public class ScsiEhV59 extends ScsiEh {
  public ScsiEhV59(Machine machine, Rcu rcu, int commands, int failed, boolean pins) {
    super(machine, rcu, commands, failed, pins);
  }

  @Override
  @KernelSource(
      version = "v5.9",
      file = "drivers/scsi/scsi_lib.c",
      function = "scsi_dec_host_busy",
      line = 320,
      sha256 = "06dfb234abab873f7daeec8b9a985e8902a090d708d1dc2f23f6adcd3b4bd0fb")
  protected void count_and_wake() {
    spin_lock(host_lock);
    if (READ_ONCE(host_failed) != 0) {
      scsi_eh_wakeup(scsi_host_busy());
    }
    spin_unlock(host_lock);
  }

  /** Nothing is left out. */
  @Override
  @KernelSource(
      version = "v5.9",
      file = "drivers/scsi/scsi_error.c",
      line = 232,
      sha256 = "243b7862f3a791f74be999261a988e67d9cc25ea412611bbf280bb6351d77a89")
  protected void scsi_eh_inc_host_failed() {
    spin_lock(host_lock);
    WRITE_ONCE(host_failed, READ_ONCE(host_failed) + 1);
    scsi_eh_wakeup(scsi_host_busy());
    spin_unlock(host_lock);
  }
}
