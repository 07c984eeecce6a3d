// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.scsi.restarts;

import hangproof.machine.Machine;
import hangproof.model.scsi.Bounds;
import hangproof.model.scsi.HostTemplate;

/** {@link V4PlainCounters} without the barrier. */
public final class V4PlainCountersNoBarrier extends V4PlainCounters {
  public V4PlainCountersNoBarrier(Machine machine, Bounds bounds, HostTemplate hostt) {
    super(machine, bounds, hostt);
  }

  @Override
  protected void order_restarts_before_device_busy() {}
}
