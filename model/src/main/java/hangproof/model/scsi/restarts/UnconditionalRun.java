// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.scsi.restarts;

import hangproof.machine.KernelSource;
import hangproof.machine.Machine;
import hangproof.model.block.BlkMq;
import hangproof.model.block.BlkMqHwCtx;
import hangproof.model.scsi.Bounds;
import hangproof.model.scsi.HostTemplate;
import hangproof.model.scsi.ScsiLib;

/** The kernels up to v5.9: a refusal leaves no trace, and every completion runs the queue. */
public class UnconditionalRun extends ScsiLib {
  public UnconditionalRun(Machine machine, Bounds bounds, HostTemplate hostt) {
    super(machine, bounds, hostt);
  }

  /** Under a block layer of its time. */
  public UnconditionalRun(Machine machine, Bounds bounds, HostTemplate hostt, BlkMq blk) {
    super(machine, bounds, hostt, blk);
  }

  /** Nothing is left out. */
  @Override
  @KernelSource(version = "v5.9", file = "drivers/scsi/scsi_lib.c", line = 1611)
  protected boolean scsi_mq_get_budget(BlkMqHwCtx hctx) {
    return scsi_dev_queue_ready();
  }

  /** Left out: the branch for single_lun targets and starved devices. */
  @Override
  @KernelSource(version = "v5.9", file = "drivers/scsi/scsi_lib.c", line = 549)
  protected void scsi_run_queue_async() {
    blk.blk_mq_run_hw_queues(q, true);
  }
}
