// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.scsi.restarts;

import hangproof.machine.KernelSource;
import hangproof.machine.Machine;
import hangproof.model.block.BlkMq;
import hangproof.model.block.BlkMqHwCtx;
import hangproof.model.scsi.Bounds;
import hangproof.model.scsi.HostTemplate;
import hangproof.model.scsi.ScsiHost;
import hangproof.model.scsi.ScsiLib;

/**
 * The kernels up to v5.9: a refusal leaves no trace, and every completion runs the queue. A busy
 * device that refuses a command promises that it is run again.
 */
public class UnconditionalRun extends ScsiLib {
  public UnconditionalRun(Machine machine, Bounds bounds, HostTemplate hostt) {
    super(machine, bounds, hostt);
  }

  /** Under a block layer of its time. */
  public UnconditionalRun(Machine machine, Bounds bounds, HostTemplate hostt, BlkMq blk) {
    super(machine, bounds, hostt, blk);
  }

  /** One of the devices of a host. */
  public UnconditionalRun(
      Machine machine, String name, Bounds bounds, HostTemplate hostt, BlkMq blk, ScsiHost host) {
    super(machine, name, bounds, hostt, blk, host);
  }

  /** Nothing is left out. */
  @Override
  @KernelSource(
      version = "v5.9",
      file = "drivers/scsi/scsi_lib.c",
      line = 1611,
      sha256 = "c0752b5d8bb82fc1fdcf84d179a2876e9840cf45ad429a4076cf88414d5d0a5c")
  protected boolean scsi_mq_get_budget(BlkMqHwCtx hctx) {
    return scsi_dev_queue_ready();
  }

  /** Left out: single_lun targets. */
  @Override
  @KernelSource(
      version = "v5.9",
      file = "drivers/scsi/scsi_lib.c",
      line = 549,
      sha256 = "ed3bee09517153786abee98a224d9794926079ee105373882c7d643fb38a271a")
  protected void scsi_run_queue_async() {
    if (!left_to_requeue_work()) {
      blk.blk_mq_run_hw_queues(q, true);
    }
  }

  @Override
  protected boolean promises_a_run() {
    return promises_a_run_if_busy();
  }
}
