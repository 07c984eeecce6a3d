// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.scsi.restarts;

import hangproof.machine.Machine;
import hangproof.model.scsi.Bounds;
import hangproof.model.scsi.HostTemplate;

/** Version 3 on the dispatcher of its time, which gave an unused budget back in silence. */
public final class V3OnV54 extends V3 {
  public V3OnV54(Machine machine, Bounds bounds, HostTemplate hostt) {
    super(machine, bounds, hostt, blk -> new NoRerunSched(machine, blk));
  }
}
