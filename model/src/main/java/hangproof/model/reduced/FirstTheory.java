// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.reduced;

import hangproof.machine.Atomic;
import hangproof.machine.Machine;

/**
 * The draft, watched for the tester's first explanation of its hang (6 August 2020): a completion
 * runs the queue while the refused request is in no list. It cannot be, because the dispatcher
 * takes the budget before it dequeues; {@link DequeueBeforeBudget} is the control.
 */
public class FirstTheory extends Draft {
  public final Atomic ran_for_nothing;

  public FirstTheory(Machine m, int queue_depth, int requests, int runners) {
    super(m, queue_depth, requests, runners);
    ran_for_nothing = m.ghost("ran_for_nothing", requests);
  }

  @Override
  protected void run_hw_queues() {
    if (has_pending()) {
      mod_delayed_work(run_work, 0);
    } else {
      atomic_inc(ran_for_nothing);
    }
  }
}
