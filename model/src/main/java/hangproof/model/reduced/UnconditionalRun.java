// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.reduced;

import hangproof.machine.Machine;

/** Up to v5.9: every completion runs the queue, whether anyone was refused or not. */
public class UnconditionalRun extends RestartsReduced {
  public UnconditionalRun(Machine m, int queue_depth, int requests, int runners) {
    super(m, queue_depth, requests, runners);
  }

  @Override
  protected int mostRestarts(int requests, int runners) {
    return 0;
  }

  @Override
  protected boolean scsi_mq_get_budget() {
    return scsi_dev_queue_ready();
  }

  @Override
  protected void scsi_run_queue_async() {
    run_hw_queues();
  }
}
