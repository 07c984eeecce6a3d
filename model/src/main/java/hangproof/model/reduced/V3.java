// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.reduced;

import hangproof.machine.Machine;

/** Version 3 (November 2019): version 1 with one smp_mb(). */
public class V3 extends V1 {
  public V3(Machine m, int queue_depth, int requests, int runners) {
    super(m, queue_depth, requests, runners);
  }

  @Override
  protected void order_restart_and_device_busy() {
    smp_mb();
  }
}
