// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.reduced;

import hangproof.machine.Machine;
import hangproof.machine.Word;

/** Versions 1 and 2 (November 2019): a flag, raised on refusal and lowered by a taken budget. */
public class V1 extends RestartsReduced {
  protected final Word restart;

  public V1(Machine m, int queue_depth, int requests, int runners) {
    super(m, queue_depth, requests, runners);
    restart = m.word("restart", 0, 0, 1);
  }

  @Override
  protected int mostRestarts(int requests, int runners) {
    return 0;
  }

  @Override
  protected boolean scsi_mq_get_budget() {
    if (scsi_dev_queue_ready()) {
      WRITE_ONCE(restart, 0);
      return true;
    }
    WRITE_ONCE(restart, 1);
    order_restart_and_device_busy();
    if (read_device_busy() == 0) {
      run_hw_queues_delayed();
    }
    return false;
  }

  protected void order_restart_and_device_busy() {}

  @Override
  protected void scsi_run_queue_async() {
    if (READ_ONCE(restart) != 0) {
      run_hw_queues();
    }
  }
}
