// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block.qos;

import static hangproof.model.kernel.sched.Task.TASK_UNINTERRUPTIBLE;

import hangproof.machine.Machine;

/** With 11c7aa0ddea8 (v5.14): whether others sleep is asked under the lock of the queue. */
public class BlkRqQosV514 extends BlkRqQosV59 {
  public BlkRqQosV514(Machine machine, int waiters, int limit) {
    super(machine, waiters, limit);
  }

  @Override
  protected boolean queue_and_ask(Data me) {
    return !wait.prepare_to_wait_exclusive(rqw.wait, me.wq, TASK_UNINTERRUPTIBLE);
  }
}
