// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.scsi.restarts;

import hangproof.machine.KernelSource;
import hangproof.machine.Machine;
import hangproof.model.block.BlkMq;
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
  @KernelSource(version = "v5.9", file = "drivers/scsi/scsi_lib.c", line = 1611)
  protected boolean scsi_mq_get_budget() {
    return scsi_dev_queue_ready();
  }

  /** Left out: single_lun targets. */
  @Override
  @KernelSource(version = "v5.9", file = "drivers/scsi/scsi_lib.c", line = 549)
  protected void scsi_run_queue_async() {
    if (!left_to_requeue_work()) {
      blk.blk_mq_run_hw_queues(q, true);
    }
  }

  /** Of scsi_queue_rq, the condition after it has put the budget; since v4.16. */
  @Override
  @KernelSource(
      version = "v5.9",
      file = "drivers/scsi/scsi_lib.c",
      function = "scsi_queue_rq",
      line = 1618)
  protected boolean promises_a_run() {
    return atomic_read(sdev.device_busy) != 0 || scsi_device_blocked();
  }
}
