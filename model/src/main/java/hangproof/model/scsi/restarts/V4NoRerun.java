// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.scsi.restarts;

import hangproof.machine.Machine;
import hangproof.model.scsi.Bounds;
import hangproof.model.scsi.HostTemplate;

/** Version 4 on a dispatcher that gives an unused budget back in silence. */
public final class V4NoRerun extends V4 {
  public V4NoRerun(Machine machine, Bounds bounds, HostTemplate hostt) {
    super(machine, bounds, hostt, blk -> new NoRerunSched(machine, blk));
  }
}
