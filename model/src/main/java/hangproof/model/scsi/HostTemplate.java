// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.scsi;

/** {@code struct scsi_host_template}: the low-level driver. */
@FunctionalInterface
public interface HostTemplate {
  /** {@code SCSI_MLQUEUE_HOST_BUSY}; of what is ported, nothing looks at host_blocked. */
  int SCSI_MLQUEUE_HOST_BUSY = 0x1055;

  /** {@code SCSI_MLQUEUE_DEVICE_BUSY}. */
  int SCSI_MLQUEUE_DEVICE_BUSY = 0x1056;

  /** {@code SCSI_MLQUEUE_TARGET_BUSY}. */
  int SCSI_MLQUEUE_TARGET_BUSY = 0x1058;

  /** Hands a command to the device: 0, or who is too busy to take it. */
  int queuecommand(int rq);
}
