// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.scsi;

import hangproof.machine.Atomic;
import hangproof.machine.Machine;
import hangproof.machine.Word;
import hangproof.machine.Work;

/** {@code struct scsi_device}, with what is needed of its target and host. */
public final class ScsiDevice {
  /** {@code SDEV_RUNNING}. */
  public static final int SDEV_RUNNING = 2;

  /** {@code SDEV_BLOCK}. */
  public static final int SDEV_BLOCK = 8;

  /** {@code SDEV_CREATED_BLOCK}. */
  public static final int SDEV_CREATED_BLOCK = 9;

  public final Atomic device_busy;

  /**
   * Stays 0 if no command is ever refused, like the next two. Falls below 0 when a completion sets
   * it to 0 between a dispatcher's look at it and its decrement.
   */
  public final Atomic device_blocked;

  /** {@code sdev->sdev_target->target_blocked}. */
  public final Atomic target_blocked;

  /** {@code sdev->host->host_blocked}. */
  public final Atomic host_blocked;

  /** Stays SDEV_RUNNING, unless the queue may be quiesced. */
  public final Word sdev_state;

  /** Does not change so far. */
  public final Word queue_depth;

  /** {@code sdev->requeue_work}, of a device that shares its host; otherwise null. */
  public final Work requeue_work;

  /** A device of a host of its own, which refuses nothing. */
  ScsiDevice(Machine machine, Bounds bounds) {
    int depth = bounds.queue_depth();
    int blocked = bounds.max_blocked();
    this.device_busy =
        machine.atomic("sdev.device_busy", bounds.busy(), 0, depth + bounds.dispatchers());
    this.device_blocked =
        machine.atomic("sdev.device_blocked", 0, blocked == 0 ? 0 : -bounds.dispatchers(), blocked);
    this.target_blocked = machine.atomic("starget.target_blocked", 0, 0, blocked);
    this.host_blocked = machine.atomic("shost.host_blocked", 0, 0, blocked);
    this.sdev_state =
        machine.word(
            "sdev.sdev_state",
            SDEV_RUNNING,
            SDEV_RUNNING,
            bounds.blockable() ? SDEV_BLOCK : SDEV_RUNNING);
    this.queue_depth = machine.word("sdev.queue_depth", depth, depth, depth);
    this.requeue_work = null;
  }

  /** One of the devices of a host. */
  ScsiDevice(Machine machine, String name, Bounds bounds, ScsiHost host) {
    int depth = bounds.queue_depth();
    int blocked = bounds.max_blocked();
    this.device_busy =
        machine.atomic(name + "device_busy", bounds.busy(), 0, depth + bounds.dispatchers());
    this.device_blocked =
        machine.atomic(
            name + "device_blocked", 0, blocked == 0 ? 0 : -bounds.dispatchers(), blocked);
    this.target_blocked = host.target_blocked;
    this.host_blocked = host.host_blocked;
    this.sdev_state = machine.word(name + "sdev_state", SDEV_RUNNING, SDEV_RUNNING, SDEV_RUNNING);
    this.queue_depth = machine.word(name + "queue_depth", depth, depth, depth);
    this.requeue_work = machine.work(name + "requeue_work");
  }
}
