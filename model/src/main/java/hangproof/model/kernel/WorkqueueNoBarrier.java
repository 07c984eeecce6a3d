// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.kernel;

import hangproof.machine.Machine;

/** Before 346c09f80459 (v4.6): nothing between clearing PENDING and running the work. */
public class WorkqueueNoBarrier extends Workqueue {
  public WorkqueueNoBarrier(Machine machine, String name) {
    super(machine, name);
  }

  @Override
  protected void order_clear_and_work() {}
}
