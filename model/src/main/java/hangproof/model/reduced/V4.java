// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.reduced;

import hangproof.machine.Machine;

/** 10 August 2020, merged for v5.10: clears restarts first, and runs only if it was the one. */
public class V4 extends RestartsReduced {
  public V4(Machine m, int queue_depth, int requests, int runners) {
    super(m, queue_depth, requests, runners);
  }

  @Override
  protected boolean scsi_mq_get_budget() {
    if (scsi_dev_queue_ready()) {
      return true;
    }
    raise_restarts();
    order_restarts_and_device_busy();
    if (read_device_busy() == 0) {
      run_hw_queues_delayed();
    }
    return false;
  }

  protected void raise_restarts() {
    atomic_inc(restarts);
  }

  protected void order_restarts_and_device_busy() {
    smp_mb__after_atomic();
  }

  @Override
  protected void scsi_run_queue_async() {
    int old = atomic_read(restarts);
    if (old != 0 && atomic_cmpxchg(restarts, old, 0) == old) {
      run_hw_queues();
    }
  }
}
