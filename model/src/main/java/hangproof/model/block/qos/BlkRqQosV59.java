// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block.qos;

import static hangproof.model.kernel.sched.Task.TASK_UNINTERRUPTIBLE;

import hangproof.machine.KernelSource;
import hangproof.machine.Machine;

/** v5.3 to v5.13: once queued, the waiter asks whether it is the only one. */
public class BlkRqQosV59 extends BlkRqQos {
  public BlkRqQosV59(Machine machine, int waiters, int limit) {
    super(machine, waiters, limit);
  }

  /** Nothing is left out. */
  @Override
  @KernelSource(
      version = "v5.9",
      file = "block/blk-rq-qos.c",
      line = 249,
      sha256 = "4cfcf885d2cb47336c082358b46ffc720e907c34465f85360cc4647f15d6622e")
  public void rq_qos_wait(Data me) {
    if (!wait.wq_has_sleeper(rqw.wait) && wbt_inflight_cb()) {
      return;
    }
    loop(
        call(() -> queue_and_ask(me) ? 1 : 0),
        sleeper -> {
          if (READ_ONCE(me.got_token) != 0) {
            return ~0;
          }
          if (sleeper == 0 && wbt_inflight_cb()) {
            take_own_token(me);
            return ~0;
          }
          sched.io_schedule(me.task());
          sched.set_current_state(me.task(), TASK_UNINTERRUPTIBLE);
          return 1;
        });
    wait.finish_wait(rqw.wait, me.wq);
  }

  /** Queues the waiter; whether others sleep. */
  protected boolean queue_and_ask(Data me) {
    wait.prepare_to_wait_exclusive(rqw.wait, me.wq, TASK_UNINTERRUPTIBLE);
    return !wait.wq_has_single_sleeper(rqw.wait);
  }
}
