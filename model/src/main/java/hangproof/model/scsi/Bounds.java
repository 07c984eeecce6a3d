// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.scsi;

import hangproof.model.block.Geometry;

/**
 * How large a SCSI device's state may grow.
 *
 * @param geometry its request queue
 * @param queue_depth commands that it takes at a time
 * @param dispatchers threads that may be in the dispatcher at the same time: each may have raised
 *     {@code device_busy} for a moment, only to be refused
 * @param restarts the most that the counter of refusals may reach
 */
public record Bounds(Geometry geometry, int queue_depth, int dispatchers, int restarts) {
  public Bounds {
    if (queue_depth < 1 || dispatchers < 1 || restarts < 1) {
      throw new IllegalArgumentException("every bound is at least 1");
    }
  }
}
