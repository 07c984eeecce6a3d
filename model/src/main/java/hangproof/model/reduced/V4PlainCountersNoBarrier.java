// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.reduced;

import hangproof.machine.Machine;

/** {@link V4PlainCounters} without the barrier. */
public class V4PlainCountersNoBarrier extends V4PlainCounters {
  public V4PlainCountersNoBarrier(Machine m, int queue_depth, int requests, int runners) {
    super(m, queue_depth, requests, runners);
  }

  @Override
  protected void order_restarts_and_device_busy() {}
}
