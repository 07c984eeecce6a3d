// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.reduced;

import hangproof.machine.Machine;

/** v4 with its tags, without smp_mb__after_atomic() where a budget is refused. */
public class V4TagFreeNoBarrier extends V4TagFree {
  public V4TagFreeNoBarrier(Machine m, int queue_depth, int requests, int runners) {
    super(m, queue_depth, requests, runners);
  }

  @Override
  protected void order_restarts_and_device_busy() {}
}
