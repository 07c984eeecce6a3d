// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.scsi;

/** {@code struct scsi_host_template}: the low-level driver. */
@FunctionalInterface
public interface HostTemplate {
  /** Hands a command to the device; it is never refused so far. */
  void queuecommand(int rq);
}
