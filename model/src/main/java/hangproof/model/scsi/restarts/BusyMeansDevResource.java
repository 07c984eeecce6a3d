// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.scsi.restarts;

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

  @Override
  protected boolean promises_a_run() {
    return promises_a_run_if_busy();
  }
}
