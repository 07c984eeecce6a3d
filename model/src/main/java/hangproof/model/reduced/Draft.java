// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.reduced;

import hangproof.machine.Machine;

/** 5 August 2020: runs the queue, then clears restarts, if it still has the value it had. */
public class Draft extends V4 {
  public Draft(Machine m, int queue_depth, int requests, int runners) {
    super(m, queue_depth, requests, runners);
  }

  @Override
  protected void scsi_run_queue_async() {
    int old = atomic_read(restarts);
    if (old != 0) {
      run_hw_queues();
      clear_restarts(old);
    }
  }

  protected void clear_restarts(int old) {
    atomic_cmpxchg(restarts, old, 0);
  }
}
