// SPDX-License-Identifier: GPL-2.0-only
/**
 * The versions of the protocol by which a SCSI device's queue is run again after a command was
 * refused for want of budget. A version is an override of {@code scsi_mq_get_budget}, {@code
 * scsi_run_queue_async} or the dispatcher.
 */
package hangproof.model.scsi.restarts;
