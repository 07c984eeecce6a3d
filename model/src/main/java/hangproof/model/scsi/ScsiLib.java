// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.scsi;

import hangproof.machine.KernelSource;
import hangproof.machine.Machine;
import hangproof.machine.Port;
import hangproof.model.block.BlkMq;
import hangproof.model.block.BlkMqHwCtx;
import hangproof.model.block.BlkMqOps;
import hangproof.model.block.BlkMqSched;
import hangproof.model.block.RequestQueue;
import java.util.function.Function;

/**
 * drivers/scsi/scsi_lib.c, but for the two functions that make up the restart protocol: who asks
 * for a run of the queue when there is no budget, and who grants it. Each version of them is a
 * subclass.
 */
public abstract class ScsiLib extends Port implements BlkMqOps {
  /** {@code SCSI_QUEUE_DELAY}, in milliseconds. */
  protected static final int SCSI_QUEUE_DELAY = 3;

  public final ScsiDevice sdev;
  public final RequestQueue q;
  public final BlkMq blk;
  private final HostTemplate hostt;
  private final int max_blocked;

  /** A device under the dispatcher of v5.8 and later. */
  protected ScsiLib(Machine machine, Bounds bounds, HostTemplate hostt) {
    this(machine, bounds, hostt, blk -> new BlkMqSched(machine, blk));
  }

  /** A device under a dispatcher of the version's own. */
  protected ScsiLib(
      Machine machine,
      Bounds bounds,
      HostTemplate hostt,
      Function<BlkMq, ? extends BlkMqSched> sched) {
    this(machine, bounds, hostt, new BlkMq(machine, sched));
  }

  /** A device under a block layer of the version's own. */
  protected ScsiLib(Machine machine, Bounds bounds, HostTemplate hostt, BlkMq blk) {
    super(machine);
    this.hostt = hostt;
    this.max_blocked = bounds.max_blocked();
    this.sdev = new ScsiDevice(machine, bounds);
    this.q = new RequestQueue(machine, bounds.geometry(), this);
    this.blk = blk;
  }

  /**
   * Takes one unit of the device's budget, or sees to it that somebody runs the queue later.
   *
   * @param hctx the hardware queue that asks, of which only kernels up to v5.7 were told
   */
  protected abstract boolean scsi_mq_get_budget(BlkMqHwCtx hctx);

  /**
   * Runs the queue after a completion, if the version deems it needed. Left out in all versions:
   * the branch for single_lun targets and starved devices (a later port).
   */
  protected abstract void scsi_run_queue_async();

  /**
   * Nothing is left out. Note that a blocked device is one whose state says so; {@code
   * device_blocked} is another thing.
   */
  @KernelSource(version = "v5.10", file = "include/scsi/scsi_device.h", line = 504)
  protected final boolean scsi_device_blocked() {
    return read(sdev.sdev_state) == ScsiDevice.SDEV_BLOCK
        || read(sdev.sdev_state) == ScsiDevice.SDEV_CREATED_BLOCK;
  }

  /** Nothing is left out. */
  @KernelSource(version = "v5.10", file = "drivers/scsi/scsi_lib.c", line = 1258)
  protected boolean scsi_dev_queue_ready() {
    int busy = atomic_inc_return(sdev.device_busy) - 1;
    boolean ready = true;
    if (atomic_read(sdev.device_blocked) != 0) {
      if (busy != 0) {
        ready = false;
      } else {
        ready = atomic_dec_return(sdev.device_blocked) <= 0;
      }
    }
    if (ready && busy < read(sdev.queue_depth)) {
      return true;
    }
    atomic_dec(sdev.device_busy);
    return false;
  }

  /** Nothing is left out. */
  @KernelSource(version = "v5.10", file = "drivers/scsi/scsi_lib.c", line = 1604)
  protected void scsi_mq_put_budget() {
    atomic_dec(sdev.device_busy);
  }

  /** Left out: the host's count of commands, and that of a target with a limit of its own. */
  @KernelSource(version = "v5.10", file = "drivers/scsi/scsi_lib.c", line = 321)
  protected void scsi_device_unbusy() {
    atomic_dec(sdev.device_busy);
  }

  /** Nothing is left out. */
  @KernelSource(version = "v5.10", file = "drivers/scsi/scsi_lib.c", line = 118)
  private void scsi_set_blocked(int reason) {
    switch (reason) {
      case HostTemplate.SCSI_MLQUEUE_HOST_BUSY -> atomic_set(sdev.host_blocked, max_blocked);
      case HostTemplate.SCSI_MLQUEUE_DEVICE_BUSY -> atomic_set(sdev.device_blocked, max_blocked);
      case HostTemplate.SCSI_MLQUEUE_TARGET_BUSY -> atomic_set(sdev.target_blocked, max_blocked);
      default -> BUG_ON(true, "the driver says who is busy");
    }
  }

  /**
   * Left out: the checks of state, target and host, which never refuse here (the target has no
   * limit, so that nobody asks whether it is blocked), their undoing, and the preparation of the
   * command.
   */
  @KernelSource(version = "v5.10", file = "drivers/scsi/scsi_lib.c", line = 1641)
  private int scsi_queue_rq(int rq) {
    int reason = hostt.queuecommand(rq);
    if (reason == 0) {
      return BlkMq.BLK_STS_OK;
    }
    scsi_set_blocked(reason);
    scsi_mq_put_budget();
    return promises_a_run() ? BlkMq.BLK_STS_DEV_RESOURCE : BlkMq.BLK_STS_RESOURCE;
  }

  /**
   * Whether scsi_queue_rq, having refused, promises that the queue is run again: since 673235f91531
   * (v5.10) only where somebody unblocks the device.
   */
  protected boolean promises_a_run() {
    return scsi_device_blocked();
  }

  /** Left out: partial completions, entropy, tables to free, the queue's usage counter. */
  @KernelSource(version = "v5.10", file = "drivers/scsi/scsi_lib.c", line = 563)
  final void scsi_end_request(int rq) {
    if (rq != 0) {
      call(
          () -> {
            blk.__blk_mq_end_request(q, rq);
            return 0;
          });
    }
    call(
        () -> {
          scsi_run_queue_async();
          return 0;
        });
  }

  // ---- scsi_mq_ops

  @Override
  public final boolean get_budget(BlkMqHwCtx hctx) {
    return scsi_mq_get_budget(hctx);
  }

  @Override
  public final void put_budget() {
    scsi_mq_put_budget();
  }

  @Override
  public final int queue_rq(BlkMqHwCtx hctx, int rq) {
    return scsi_queue_rq(rq);
  }
}
