// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.scsi.restarts;

import hangproof.machine.Atomic;
import hangproof.machine.KernelSource;
import hangproof.machine.Machine;
import hangproof.model.block.BlkMq;
import hangproof.model.block.BlkMqSched;
import hangproof.model.scsi.Bounds;
import hangproof.model.scsi.HostTemplate;
import hangproof.model.scsi.ScsiHost;
import hangproof.model.scsi.ScsiLib;
import java.util.function.Function;

/**
 * Version 4 of 10 August 2020, merged for v5.10 as ed5dd6a67d5e: a refusal is counted, and of the
 * completions that see the count only the one that takes it back to zero runs the queue.
 */
public class V4 extends ScsiLib {
  /** {@code sdev->restarts}. */
  protected final Atomic restarts;

  public V4(Machine machine, Bounds bounds, HostTemplate hostt) {
    this(machine, bounds, hostt, blk -> new BlkMqSched(machine, blk));
  }

  protected V4(
      Machine machine,
      Bounds bounds,
      HostTemplate hostt,
      Function<BlkMq, ? extends BlkMqSched> sched) {
    super(machine, bounds, hostt, sched);
    this.restarts = machine.atomic("sdev.restarts", 0, 0, bounds.restarts());
  }

  /** Under a block layer of another kernel. */
  public V4(Machine machine, Bounds bounds, HostTemplate hostt, BlkMq blk) {
    super(machine, bounds, hostt, blk);
    this.restarts = machine.atomic("sdev.restarts", 0, 0, bounds.restarts());
  }

  /** One of the devices of a host. */
  public V4(
      Machine machine, String name, Bounds bounds, HostTemplate hostt, BlkMq blk, ScsiHost host) {
    super(machine, name, bounds, hostt, blk, host);
    this.restarts = machine.atomic(name + "restarts", 0, 0, bounds.restarts());
  }

  /** Nothing is left out. */
  @Override
  @KernelSource(version = "v5.10", file = "drivers/scsi/scsi_lib.c", line = 1611)
  protected boolean scsi_mq_get_budget() {
    if (scsi_dev_queue_ready()) {
      return true;
    }
    atomic_inc(restarts);
    smp_mb__after_atomic();
    if (atomic_read(sdev.device_busy) == 0 && !scsi_device_blocked()) {
      blk.blk_mq_delay_run_hw_queues(q, SCSI_QUEUE_DELAY);
    }
    return false;
  }

  /** Left out: single_lun targets. */
  @Override
  @KernelSource(version = "v5.10", file = "drivers/scsi/scsi_lib.c", line = 536)
  protected void scsi_run_queue_async() {
    if (left_to_requeue_work()) {
      return;
    }
    int old = atomic_read(restarts);
    if (old != 0 && atomic_cmpxchg(restarts, old, 0) == old) {
      blk.blk_mq_run_hw_queues(q, true);
    }
  }
}
