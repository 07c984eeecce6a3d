// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.scsi.restarts;

import hangproof.machine.Machine;
import hangproof.model.block.BlkMqHwCtx;
import hangproof.model.scsi.Bounds;
import hangproof.model.scsi.HostTemplate;

/** Version 4 without smp_mb__after_atomic() in scsi_mq_get_budget. */
public final class V4NoBarrier extends V4 {
  public V4NoBarrier(Machine machine, Bounds bounds, HostTemplate hostt) {
    super(machine, bounds, hostt);
  }

  @Override
  protected boolean scsi_mq_get_budget(BlkMqHwCtx hctx) {
    if (scsi_dev_queue_ready()) {
      return true;
    }
    atomic_inc(restarts);
    if (atomic_read(sdev.device_busy) == 0 && !scsi_device_blocked()) {
      blk.blk_mq_delay_run_hw_queues(q, SCSI_QUEUE_DELAY);
    }
    return false;
  }
}
