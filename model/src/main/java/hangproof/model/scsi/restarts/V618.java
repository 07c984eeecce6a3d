// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.scsi.restarts;

import hangproof.machine.Machine;
import hangproof.model.lib.sbitmap.BudgetMapV618;
import hangproof.model.scsi.Bounds;
import hangproof.model.scsi.HostTemplate;

/** v6.11 to v6.18, as to the bitmap. Left out: a host in recovery, for which nobody runs queues. */
public final class V618 extends V513 {
  public V618(Machine machine, Bounds bounds, HostTemplate hostt) {
    super(machine, bounds, hostt, BudgetMapV618::new);
  }
}
