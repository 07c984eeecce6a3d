// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.scsi;

import hangproof.machine.Atomic;
import hangproof.machine.Machine;
import hangproof.machine.Word;

/** {@code struct scsi_device}, with what is needed of its target and host. */
public final class ScsiDevice {
  /** {@code SDEV_RUNNING}. */
  public static final int SDEV_RUNNING = 2;

  /** {@code SDEV_BLOCK}. */
  public static final int SDEV_BLOCK = 8;

  /** {@code SDEV_CREATED_BLOCK}. */
  public static final int SDEV_CREATED_BLOCK = 9;

  public final Atomic device_busy;

  /** Stays 0: no command is refused by the device so far. */
  public final Atomic device_blocked;

  /** {@code sdev->sdev_target->target_blocked}; stays 0. */
  public final Atomic target_blocked;

  /** {@code sdev->host->host_blocked}; stays 0. */
  public final Atomic host_blocked;

  /** Stays SDEV_RUNNING. */
  public final Word sdev_state;

  /** Does not change so far. */
  public final Word queue_depth;

  ScsiDevice(Machine machine, Bounds bounds) {
    int depth = bounds.queue_depth();
    this.device_busy = machine.atomic("sdev.device_busy", 0, 0, depth + bounds.dispatchers());
    this.device_blocked = machine.atomic("sdev.device_blocked", 0, 0, 0);
    this.target_blocked = machine.atomic("starget.target_blocked", 0, 0, 0);
    this.host_blocked = machine.atomic("shost.host_blocked", 0, 0, 0);
    this.sdev_state = machine.word("sdev.sdev_state", SDEV_RUNNING, SDEV_RUNNING, SDEV_RUNNING);
    this.queue_depth = machine.word("sdev.queue_depth", depth, depth, depth);
  }
}
