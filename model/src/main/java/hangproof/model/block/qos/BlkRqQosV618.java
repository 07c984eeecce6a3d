// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block.qos;

import static hangproof.model.kernel.sched.Task.TASK_UNINTERRUPTIBLE;

import hangproof.machine.KernelSource;
import hangproof.machine.Machine;
import hangproof.model.kernel.sched.WaitQueueHead;

/** v6.18: only the first on the queue tries for itself, once. */
public class BlkRqQosV618 extends BlkRqQos {
  public BlkRqQosV618(Machine machine, int waiters, int limit) {
    super(machine, waiters, limit);
  }

  /** Nothing is left out. */
  @Override
  @KernelSource(
      version = "v6.18",
      file = "block/blk-rq-qos.c",
      line = 254,
      sha256 = "bf8a5b2d0aa6061cfd0cf727bc3fe03a1d307317daa7c194e5b850387564b61b")
  public void rq_qos_wait(Data me) {
    if (!wait.waitqueue_active(rqw.wait) && wbt_inflight_cb()) {
      return;
    }
    boolean first_waiter = wait.prepare_to_wait_exclusive(rqw.wait, me.wq, TASK_UNINTERRUPTIBLE);
    if (READ_ONCE(me.got_token) == 0 && first_waiter && wbt_inflight_cb()) {
      take_own_token(me);
      return;
    }
    loop(
        0,
        turn -> {
          if (READ_ONCE(me.got_token) != 0) {
            return ~0;
          }
          sched.io_schedule(me.task());
          sched.set_current_state(me.task(), TASK_UNINTERRUPTIBLE);
          return 0;
        });
    wait.finish_wait(rqw.wait, me.wq);
  }

  /** Nothing is left out. */
  @Override
  @KernelSource(
      version = "v6.18",
      file = "block/blk-rq-qos.c",
      function = "rq_qos_wake_function",
      line = 205,
      sha256 = "a97f52bbb59b9dde270f8f6c5f8ceef8960cc6ac6f8f0506e4edc1a6bf2be736")
  protected void hand_over(WaitQueueHead wq_head, Data waiter, int mode) {
    WRITE_ONCE(waiter.got_token, 1);
    sched.default_wake_function(waiter.wq, mode);
    smp_wmb();
    wait.list_del_init_entry(wq_head, waiter.wq);
  }
}
