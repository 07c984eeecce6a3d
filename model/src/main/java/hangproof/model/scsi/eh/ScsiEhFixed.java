// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.scsi.eh;

import hangproof.machine.Machine;
import hangproof.model.kernel.rcu.Rcu;

/**
 * With fe2f8ad6f099 (January 2026): a full barrier between INFLIGHT and the count, and a count that
 * comes after host_failed.
 */
public class ScsiEhFixed extends ScsiEh {
  public ScsiEhFixed(Machine machine, Rcu rcu, int commands, int failed, boolean pins) {
    super(machine, rcu, commands, failed, pins);
  }

  @Override
  protected void count_and_wake() {
    smp_mb();
    super.count_and_wake();
  }

  @Override
  protected void scsi_eh_inc_host_failed() {
    spin_lock(host_lock);
    WRITE_ONCE(host_failed, READ_ONCE(host_failed) + 1);
    spin_unlock(host_lock);
    int busy = scsi_host_busy();
    spin_lock(host_lock);
    scsi_eh_wakeup(busy);
    spin_unlock(host_lock);
  }
}
