// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.reduced;

import hangproof.machine.Machine;

/** v4 without smp_mb__after_atomic() between raising restarts and reading device_busy. */
public class V4NoBarrier extends V4 {
  public V4NoBarrier(Machine m, int queue_depth, int requests, int runners) {
    super(m, queue_depth, requests, runners);
  }

  @Override
  protected void order_restarts_and_device_busy() {}
}
