// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block.qos;

import static hangproof.model.kernel.sched.Task.TASK_UNINTERRUPTIBLE;

import hangproof.machine.Machine;

/** Up to v5.2: whether others sleep is asked before the own entry is queued. */
public class BlkRqQosV52 extends BlkRqQos {
  public BlkRqQosV52(Machine machine, int waiters, int limit) {
    super(machine, waiters, limit);
  }

  /** As v5.9 has it, before the series of July 2019 (545fbd0775ba, 64e7ea875ef6 and two more). */
  @Override
  public void rq_qos_wait(Data me) {
    boolean has_sleeper = wait.wq_has_sleeper(rqw.wait);
    if (!has_sleeper && wbt_inflight_cb()) {
      return;
    }
    call(
        () -> {
          wait.prepare_to_wait_exclusive(rqw.wait, me.wq, TASK_UNINTERRUPTIBLE);
          return 0;
        });
    loop(
        has_sleeper ? 1 : 0,
        sleeper -> {
          if (READ_ONCE(me.got_token) != 0) {
            return ~0;
          }
          if (sleeper == 0 && wbt_inflight_cb()) {
            take_own_token(me);
            return ~0;
          }
          sched.io_schedule(me.task());
          return 0;
        });
    wait.finish_wait(rqw.wait, me.wq);
  }

  @Override
  protected void order_token_and_removal() {}

  @Override
  protected void order_removal_and_token() {}
}
