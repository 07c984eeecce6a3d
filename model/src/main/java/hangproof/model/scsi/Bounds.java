// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.scsi;

import hangproof.model.block.Geometry;
import hangproof.model.block.Geometry.Path;

/**
 * How large a SCSI device's state may grow.
 *
 * @param geometry its request queue
 * @param queue_depth commands that it takes at a time
 * @param dispatchers threads that may be in the dispatcher at the same time: each may have raised
 *     {@code device_busy} for a moment, only to be refused
 * @param restarts the most that the counter of refusals may reach
 * @param max_blocked {@code max_device_blocked} and its like: how often a device that was busy by
 *     its own account is passed over when it has nothing to do; 0 if it never is
 * @param busy commands in flight at first, all of hardware queues that are not looked at
 */
public record Bounds(
    Geometry geometry, int queue_depth, int dispatchers, int restarts, int max_blocked, int busy) {
  public Bounds {
    if (queue_depth < 1 || dispatchers < 1 || restarts < 1) {
      throw new IllegalArgumentException("every bound is at least 1");
    }
  }

  /** Whether somebody blocks the device, which quiesces its queue. */
  boolean blockable() {
    return geometry.paths().contains(Path.QUIESCE);
  }

  /** A device whose driver refuses nothing. */
  public Bounds(Geometry geometry, int queue_depth, int dispatchers, int restarts) {
    this(geometry, queue_depth, dispatchers, restarts, 0, 0);
  }
}
