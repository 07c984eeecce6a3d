// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.scsi.restarts;

import hangproof.machine.Machine;
import hangproof.machine.SpinLock;
import hangproof.model.scsi.Bounds;
import hangproof.model.scsi.HostTemplate;

/** {@link V4PlainCounters} without the locks: two updates at a time, and one of them is lost. */
public final class V4TornCounters extends V4PlainCounters {
  public V4TornCounters(Machine machine, Bounds bounds, HostTemplate hostt) {
    super(machine, bounds, hostt);
  }

  @Override
  protected void lock(SpinLock lock) {}

  @Override
  protected void unlock(SpinLock lock) {}
}
