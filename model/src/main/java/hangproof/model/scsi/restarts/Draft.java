// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.scsi.restarts;

import hangproof.machine.KernelSource;
import hangproof.machine.Machine;
import hangproof.model.block.BlkMq;
import hangproof.model.block.BlkMqSched;
import hangproof.model.scsi.Bounds;
import hangproof.model.scsi.HostTemplate;
import java.util.function.Function;

/**
 * The draft of 5 August 2020 (20200805084031.GA1995289@T590): the completion runs the queue first
 * and takes the count back afterwards. Its get_budget is that of version 4.
 */
public class Draft extends V4 {
  public Draft(Machine machine, Bounds bounds, HostTemplate hostt) {
    super(machine, bounds, hostt);
  }

  protected Draft(
      Machine machine,
      Bounds bounds,
      HostTemplate hostt,
      Function<BlkMq, ? extends BlkMqSched> sched) {
    super(machine, bounds, hostt, sched);
  }

  /** Left out: the branch for single_lun targets and starved devices. */
  @Override
  @KernelSource(
      version = "20200805084031.GA1995289@T590",
      file = "drivers/scsi/scsi_lib.c",
      line = 550)
  protected void scsi_run_queue_async() {
    int old = atomic_read(restarts);
    if (old != 0) {
      blk.blk_mq_run_hw_queues(q, true);
      atomic_cmpxchg(restarts, old, 0);
    }
  }
}
