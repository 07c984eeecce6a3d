// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.reduced;

import hangproof.machine.Machine;

/**
 * The control of {@link FirstTheory}: v4 under a dispatcher that dequeues before it asks for the
 * budget, and puts the request back when it is refused. No kernel ever did.
 */
public class DequeueBeforeBudget extends V4 {
  public DequeueBeforeBudget(Machine m, int queue_depth, int requests, int runners) {
    super(m, queue_depth, requests, runners);
  }

  @Override
  protected boolean dispatch_one() {
    if (!dequeue()) {
      return false;
    }
    if (!scsi_mq_get_budget()) {
      atomic_inc(sw_queue);
      return false;
    }
    queue_rq();
    return true;
  }
}
