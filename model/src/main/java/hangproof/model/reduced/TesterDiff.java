// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.reduced;

import hangproof.machine.Machine;

/** The tester's change to the draft: clears restarts first, and runs whether it won or not. */
public class TesterDiff extends V4 {
  public TesterDiff(Machine m, int queue_depth, int requests, int runners) {
    super(m, queue_depth, requests, runners);
  }

  @Override
  protected void scsi_run_queue_async() {
    int old = atomic_read(restarts);
    if (old != 0) {
      atomic_cmpxchg(restarts, old, 0);
      run_hw_queues();
    }
  }
}
