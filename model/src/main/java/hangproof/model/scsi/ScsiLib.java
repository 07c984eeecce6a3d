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
import hangproof.model.kernel.rcu.Rcu;
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

  /** Whether its state changes. */
  private final boolean blockable;

  /** What it shares with other devices; null if nothing. */
  private final ScsiHost host;

  /** Its number at the host. */
  private final int number;

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
    this.blockable = bounds.blockable();
    this.sdev = new ScsiDevice(machine, bounds);
    this.q = new RequestQueue(machine, bounds.geometry(), this);
    this.blk = blk;
    this.host = null;
    this.number = 0;
  }

  /** One of the devices of a host. */
  protected ScsiLib(
      Machine machine, String name, Bounds bounds, HostTemplate hostt, BlkMq blk, ScsiHost host) {
    super(machine);
    this.hostt = hostt;
    this.max_blocked = bounds.max_blocked();
    this.blockable = bounds.blockable();
    this.sdev = new ScsiDevice(machine, name, bounds, host);
    this.q = new RequestQueue(machine, name, bounds.geometry(), this);
    this.blk = blk;
    this.host = host;
    this.number = host.add(q);
  }

  /**
   * Takes one unit of the device's budget, or sees to it that somebody runs the queue later.
   *
   * @param hctx the hardware queue that asks, of which only kernels up to v5.7 were told
   */
  protected abstract boolean scsi_mq_get_budget(BlkMqHwCtx hctx);

  /** Runs the queue after a completion, if the version deems it needed. */
  protected abstract void scsi_run_queue_async();

  /**
   * Of scsi_run_queue_async, the first branch: if any device of the host is starved, the requeue
   * work runs it, and this one's queue. A device that shares nothing is not looked at. Left out:
   * single_lun targets.
   */
  protected final boolean left_to_requeue_work() {
    if (host == null || host.nobody_starved()) {
      return false;
    }
    queue_work(sdev.requeue_work);
    return true;
  }

  /** Left out: single_lun targets. */
  @KernelSource(
      version = "v5.10",
      file = "drivers/scsi/scsi_lib.c",
      line = 479,
      sha256 = "950b4c999dd13fdf951b77dc3e9fa400e64164cf56c3bf5f10fad0c7ff792a29")
  private void scsi_run_queue() {
    if (!host.nobody_starved()) {
      call(
          () -> {
            host.scsi_starved_list_run(number);
            return 0;
          });
    }
    blk.blk_mq_run_hw_queues(q, false);
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.10",
      file = "drivers/scsi/scsi_lib.c",
      line = 491,
      sha256 = "8466861b0bb1456455e91f41927f703da80ce56e421ea04d998a0a676017892e")
  public final void scsi_requeue_run_queue() {
    scsi_run_queue();
  }

  /**
   * Nothing is left out. The state is plain in the C code, which is a data race by the letter; ONCE
   * here and below. Note that a blocked device is one whose state says so; {@code device_blocked}
   * is another thing.
   */
  @KernelSource(
      version = "v5.10",
      file = "include/scsi/scsi_device.h",
      line = 504,
      sha256 = "82fd315a680802cf29748c575dc808be9c27edddf83e179475c8e46c547c3b64")
  protected final boolean scsi_device_blocked() {
    return READ_ONCE(sdev.sdev_state) == ScsiDevice.SDEV_BLOCK
        || READ_ONCE(sdev.sdev_state) == ScsiDevice.SDEV_CREATED_BLOCK;
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.10",
      file = "drivers/scsi/scsi_lib.c",
      line = 1258,
      sha256 = "d62b79408a291ab05dc3272e4434903a8b5a340005eb404cef8a640f9c2a6bd3")
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
  @KernelSource(
      version = "v5.10",
      file = "drivers/scsi/scsi_lib.c",
      line = 1604,
      sha256 = "19afa869ce67be2c665002fbc11c2af34c49f70547cdbd88899e513b95a07d2f")
  protected void scsi_mq_put_budget() {
    atomic_dec(sdev.device_busy);
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.10",
      file = "drivers/scsi/scsi_lib.c",
      line = 321,
      sha256 = "67059534c8db744706cb63a042bf74922ed22322d5f9a26f9801d0cbbf4b3c50")
  protected void scsi_device_unbusy(int rq) {
    if (host != null) {
      host.scsi_dec_host_busy(number, rq);
      host.dec_target_busy();
    }
    atomic_dec(sdev.device_busy);
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.10",
      file = "drivers/scsi/scsi_lib.c",
      line = 118,
      sha256 = "2ce27d4c6477a262532e7f92bf4bf7d722e8341a3c63473f42a36b68fb34ccea")
  private void scsi_set_blocked(int reason) {
    switch (reason) {
      case HostTemplate.SCSI_MLQUEUE_HOST_BUSY -> atomic_set(sdev.host_blocked, max_blocked);
      case HostTemplate.SCSI_MLQUEUE_DEVICE_BUSY -> atomic_set(sdev.device_blocked, max_blocked);
      case HostTemplate.SCSI_MLQUEUE_TARGET_BUSY -> atomic_set(sdev.target_blocked, max_blocked);
      default -> BUG_ON(true, "the driver says who is busy");
    }
  }

  /** Left out: all states but those that are met here. */
  @KernelSource(
      version = "v5.10",
      file = "drivers/scsi/scsi_lib.c",
      line = 1204,
      sha256 = "377545c243e9373495765d019f636a463c98fbfdd2e57fdaeb0205572a12e9ff")
  private int scsi_device_state_check() {
    return READ_ONCE(sdev.sdev_state) == ScsiDevice.SDEV_BLOCK
        ? BlkMq.BLK_STS_RESOURCE
        : BlkMq.BLK_STS_OK;
  }

  /**
   * Left out: the preparation of the command, and errors; the check of the device's state, if it
   * does not change; and for a device that shares nothing the checks of target and host, which
   * never refuse (the target has no limit, so that nobody asks whether it is blocked).
   */
  @KernelSource(
      version = "v5.10",
      file = "drivers/scsi/scsi_lib.c",
      line = 1641,
      sha256 = "ddcc8753f28306f9267f4083d3f7b9071ccae4ff4f7d811786ab93a41d32de65")
  private int scsi_queue_rq(int rq) {
    if (blockable && READ_ONCE(sdev.sdev_state) != ScsiDevice.SDEV_RUNNING) {
      if (call(this::scsi_device_state_check) != BlkMq.BLK_STS_OK) {
        return out_put_budget();
      }
    }
    if (host != null) {
      if (call(() -> host.scsi_target_queue_ready(number) ? 1 : 0) == 0) {
        return out_put_budget();
      }
      if (call(() -> host.scsi_host_queue_ready(number, rq) ? 1 : 0) == 0) {
        host.dec_target_busy();
        return out_put_budget();
      }
    }
    int reason = hostt.queuecommand(rq);
    if (reason == 0) {
      return BlkMq.BLK_STS_OK;
    }
    scsi_set_blocked(reason);
    if (host != null) {
      host.scsi_dec_host_busy(number, rq);
      host.dec_target_busy();
    }
    return out_put_budget();
  }

  private int out_put_budget() {
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

  /**
   * The same from v4.16 up to 673235f91531: a device that still has commands is taken for one that
   * will run the queue. Of scsi_queue_rq, the condition after it has put the budget.
   */
  @KernelSource(
      version = "v5.9",
      file = "drivers/scsi/scsi_lib.c",
      function = "scsi_queue_rq",
      line = 1618,
      sha256 = "437bb5c44e04b7369986dcf3ea7ae71067d484aa91ba223a052b23084a5e2ed4")
  protected final boolean promises_a_run_if_busy() {
    return atomic_read(sdev.device_busy) != 0 || scsi_device_blocked();
  }

  /** Left out: partial completions, entropy, tables to free, the queue's usage counter. */
  @KernelSource(
      version = "v5.10",
      file = "drivers/scsi/scsi_lib.c",
      line = 563,
      sha256 = "e670c7227e498aa3d322322ecda8267dc5c2e3caf00e83460774ff7767e5606b")
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

  // ---- a device is blocked for a while

  /** Left out: states that are not met here. */
  @KernelSource(
      version = "v5.10",
      file = "drivers/scsi/scsi_lib.c",
      line = 2632,
      sha256 = "a8571d353f984ff2ce12f7ecaee912a31fbe3c560a10a720e14ccbca70feca92")
  public final void scsi_internal_device_block_nowait() {
    WRITE_ONCE(sdev.sdev_state, ScsiDevice.SDEV_BLOCK);
    blk.blk_mq_quiesce_queue_nowait(q);
  }

  /** Left out: the mutex of the state. Waits until nobody dispatches any more. */
  @KernelSource(
      version = "v5.10",
      file = "drivers/scsi/scsi_lib.c",
      line = 2670,
      sha256 = "a03b2329ea8e305702d4f8630843c9d70a0ef8438f95222a30ec54b4f293b105")
  public final void scsi_internal_device_block(Rcu rcu) {
    scsi_internal_device_block_nowait();
    rcu.synchronize_rcu();
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.10",
      file = "drivers/scsi/scsi_lib.c",
      line = 2684,
      sha256 = "afd166c00598eaceac94b5ee67d130274f9cd9128457cba5325072986b853829")
  private void scsi_start_queue() {
    blk.blk_mq_unquiesce_queue(q);
  }

  /** Left out: states that are not met here. */
  @KernelSource(
      version = "v5.10",
      file = "drivers/scsi/scsi_lib.c",
      line = 2706,
      sha256 = "778cadb1e24002fb0c09ed5dd48cd9a7501478d99bee18bda1384d99c2d9078d")
  public final void scsi_internal_device_unblock_nowait() {
    WRITE_ONCE(sdev.sdev_state, ScsiDevice.SDEV_RUNNING);
    scsi_start_queue();
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
