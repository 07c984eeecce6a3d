// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.scsi.restarts;

import hangproof.machine.KernelSource;
import hangproof.machine.Machine;
import hangproof.machine.Word;
import hangproof.model.block.BlkMq;
import hangproof.model.block.BlkMqHwCtx;
import hangproof.model.block.BlkMqSched;
import hangproof.model.scsi.Bounds;
import hangproof.model.scsi.HostTemplate;
import hangproof.model.scsi.ScsiLib;
import java.util.function.Function;

/**
 * Versions 1 and 2 (17 and 18 November 2019, against v5.4): a flag that a refusal sets and a
 * successful get_budget clears, without any barrier.
 */
public class V1 extends ScsiLib {
  /** {@code sdev->restart}. */
  protected final Word restart;

  public V1(Machine machine, Bounds bounds, HostTemplate hostt) {
    this(machine, bounds, hostt, blk -> new BlkMqSched(machine, blk));
  }

  protected V1(
      Machine machine,
      Bounds bounds,
      HostTemplate hostt,
      Function<BlkMq, ? extends BlkMqSched> sched) {
    super(machine, bounds, hostt, sched);
    this.restart = machine.word("sdev.restart", 0, 0, 1);
  }

  /** The barrier between the flag and the look at device_busy: none yet. */
  protected void order_restart_before_device_busy() {}

  /** Nothing is left out. Only the hardware queue that was refused is run after a while. */
  @Override
  @KernelSource(
      version = "20191117080818.2664-1-ming.lei@redhat.com",
      file = "drivers/scsi/scsi_lib.c",
      line = 1630)
  protected boolean scsi_mq_get_budget(BlkMqHwCtx hctx) {
    if (scsi_dev_queue_ready()) {
      WRITE_ONCE(restart, 0);
      return true;
    }
    WRITE_ONCE(restart, 1);
    order_restart_before_device_busy();
    if (atomic_read(sdev.device_busy) == 0 && !scsi_device_blocked()) {
      blk.blk_mq_delay_run_hw_queue(hctx, SCSI_QUEUE_DELAY);
    }
    return false;
  }

  /**
   * Left out: the branch for single_lun targets and starved devices. In v5.4 this stood in
   * scsi_end_request itself; the line is that of the statement.
   */
  @Override
  @KernelSource(
      version = "20191117080818.2664-1-ming.lei@redhat.com",
      file = "drivers/scsi/scsi_lib.c",
      function = "scsi_end_request",
      line = 615)
  protected void scsi_run_queue_async() {
    if (READ_ONCE(restart) != 0) {
      blk.blk_mq_run_hw_queues(q, true);
    }
  }
}
