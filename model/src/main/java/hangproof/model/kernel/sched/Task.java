// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.kernel.sched;

import hangproof.machine.Machine;
import hangproof.machine.SpinLock;
import hangproof.machine.Word;

/** {@code struct task_struct}, as far as going to sleep and being woken touch it. */
public final class Task {
  public static final int TASK_RUNNING = 0;
  public static final int TASK_INTERRUPTIBLE = 1;
  public static final int TASK_UNINTERRUPTIBLE = 2;
  public static final int TASK_NORMAL = TASK_INTERRUPTIBLE | TASK_UNINTERRUPTIBLE;

  public final Word state;
  final SpinLock pi_lock;

  public Task(Machine machine, String name) {
    state = machine.word(name + ".state", TASK_RUNNING, TASK_RUNNING, TASK_UNINTERRUPTIBLE);
    pi_lock = machine.lock(name + ".pi_lock");
  }
}
