// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.reduced;

import hangproof.machine.Machine;

/** v4 in which a run that took a budget and found nothing to dequeue leaves it at that. */
public class V4NoRerun extends V4 {
  public V4NoRerun(Machine m, int queue_depth, int requests, int runners) {
    super(m, queue_depth, requests, runners);
  }

  @Override
  protected void nothing_dequeued() {}
}
