// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.reduced;

import hangproof.machine.Machine;

/**
 * v4 in which restarts is raised by a load and a store, as where atomics are not LOCKed: then the
 * barrier after it counts on x86 too. Two raisers may lose one of their counts; that is harmless,
 * since only zero means anything.
 */
public class V4PlainCounters extends V4 {
  public V4PlainCounters(Machine m, int queue_depth, int requests, int runners) {
    super(m, queue_depth, requests, runners);
  }

  @Override
  protected void raise_restarts() {
    atomic_set(restarts, atomic_read(restarts) + 1);
  }

  @Override
  protected void order_restarts_and_device_busy() {
    smp_mb();
  }
}
