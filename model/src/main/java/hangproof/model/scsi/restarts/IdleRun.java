// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.scsi.restarts;

import hangproof.machine.KernelSource;
import hangproof.machine.Machine;
import hangproof.model.block.BlkMq;
import hangproof.model.block.BlkMqHwCtx;
import hangproof.model.scsi.Bounds;
import hangproof.model.scsi.HostTemplate;

/**
 * v4.16 to v5.7 (7e70aa789d4a): whoever is refused while the device is idle has the queue run after
 * a while, and every completion runs it.
 */
public class IdleRun extends UnconditionalRun {
  public IdleRun(Machine machine, Bounds bounds, HostTemplate hostt, BlkMq blk) {
    super(machine, bounds, hostt, blk);
  }

  /** Nothing is left out. */
  @Override
  @KernelSource(version = "v5.7", file = "drivers/scsi/scsi_lib.c", line = 1619)
  protected boolean scsi_mq_get_budget(BlkMqHwCtx hctx) {
    if (scsi_dev_queue_ready()) {
      return true;
    }
    if (atomic_read(sdev.device_busy) == 0 && !scsi_device_blocked()) {
      blk.blk_mq_delay_run_hw_queue(hctx, SCSI_QUEUE_DELAY);
    }
    return false;
  }
}
