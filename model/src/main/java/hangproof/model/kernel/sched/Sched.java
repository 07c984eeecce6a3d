// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.kernel.sched;

import static hangproof.model.kernel.sched.Task.TASK_NORMAL;
import static hangproof.model.kernel.sched.Task.TASK_RUNNING;

import hangproof.machine.KernelSource;
import hangproof.machine.Machine;
import hangproof.machine.Op;
import hangproof.machine.Order;
import hangproof.machine.Port;

/** kernel/sched/core.c: sleeping and waking, without run queues and CPUs. */
public final class Sched extends Port {
  public Sched(Machine machine) {
    super(machine);
  }

  /** Nothing is left out: a store and a full barrier. */
  @KernelSource(
      version = "v5.9",
      file = "include/linux/sched.h",
      line = 193,
      sha256 = "a9ba7594f7bcdabb9c5e79298ab0c936500f9e052e9e8e04adce378b3d6a304b")
  public void set_current_state(Task current, int state) {
    smp_store_mb(current.state, state);
  }

  /** Nothing is left out: a store. */
  @KernelSource(
      version = "v5.9",
      file = "include/linux/sched.h",
      line = 190,
      sha256 = "fb008e19a8ec830d672f1ccb7c59fa35b41a1a96e71830846aa79967b43ce862")
  public void __set_current_state(Task current, int state) {
    WRITE_ONCE(current.state, state);
  }

  /**
   * Left out: run queues, statistics, the choice of a CPU, and a task that wakes itself. The states
   * between (TASK_WAKING, on no run queue) are one step: a task that is woken is TASK_RUNNING.
   */
  @KernelSource(
      version = "v5.9",
      file = "kernel/sched/core.c",
      line = 2825,
      sha256 = "a0fc107074382e3af27d3aa2480627e2603bffb40bd4555343954fbd539c6ba6")
  public boolean try_to_wake_up(Task p, int state) {
    return call(
            () -> {
              spin_lock(p.pi_lock);
              smp_mb();
              boolean success = (READ_ONCE(p.state) & state) != 0;
              if (success) {
                WRITE_ONCE(p.state, TASK_RUNNING);
              }
              spin_unlock(p.pi_lock);
              return success ? 1 : 0;
            })
        != 0;
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.9",
      file = "kernel/sched/core.c",
      line = 3046,
      sha256 = "a73c5643577e36682dd335917ce049d9a2ab91aeab90fab0c26f5883f898c198")
  public boolean wake_up_process(Task p) {
    return try_to_wake_up(p, TASK_NORMAL);
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.9",
      file = "kernel/sched/core.c",
      line = 4793,
      sha256 = "4adc1161d85812cc17fbfe2375e02f4f173748d7927fb08530887701e7957f7f")
  public int default_wake_function(WaitQueueEntry curr, int mode) {
    return try_to_wake_up(curr.task, mode) ? 1 : 0;
  }

  /**
   * Goes to sleep unless the state says that it need not: waits until it is TASK_RUNNING. Left out:
   * the switch to another task.
   */
  @KernelSource(
      version = "v5.9",
      file = "kernel/sched/core.c",
      line = 4595,
      sha256 = "d85328b658e0742785f0eaae8ec6103f826de5f56455828061cd8e79ba633efe")
  public void schedule(Task current) {
    machine.access(current.state, Op.AWAIT_EQ, TASK_RUNNING, 0, Order.ACQUIRE);
  }

  /** Left out: the plug, which is empty, and the accounting of the time. */
  @KernelSource(
      version = "v5.9",
      file = "kernel/sched/core.c",
      line = 6291,
      sha256 = "0ef2690c1ebb4c4ef8fe24ba083d3d2cb943d331267c0f8506b6396d2bbcfba2")
  public void io_schedule(Task current) {
    schedule(current);
  }
}
