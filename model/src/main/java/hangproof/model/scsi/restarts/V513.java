// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.scsi.restarts;

import hangproof.machine.KernelSource;
import hangproof.machine.Machine;
import hangproof.model.block.BlkMqHwCtx;
import hangproof.model.lib.sbitmap.BudgetMap;
import hangproof.model.scsi.Bounds;
import hangproof.model.scsi.HostTemplate;

/**
 * Version 4 with the budget in a bitmap (020b0f0a3192, v5.13): a refusal leaves no trace in it, and
 * whether the device is idle takes two looks.
 *
 * <p>A device of depth 1, so that the token of every command is 0 and need not be carried along.
 */
public class V513 extends V4 {
  private static final int TOKEN = 0;

  public final BudgetMap budget_map;

  /** Makes the bitmap. */
  @FunctionalInterface
  public interface Map {
    BudgetMap on(Machine machine, String name, int depth);
  }

  public V513(Machine machine, Bounds bounds, HostTemplate hostt) {
    this(machine, bounds, hostt, BudgetMap::new);
  }

  public V513(Machine machine, Bounds bounds, HostTemplate hostt, Map map) {
    super(machine, bounds, hostt);
    if (bounds.queue_depth() != 1) {
      throw new IllegalArgumentException("depth: a budget map is ported for a depth of 1 only");
    }
    this.budget_map = map.on(machine, "sdev.budget_map", bounds.queue_depth());
  }

  /** Nothing is left out. */
  @KernelSource(version = "v6.18", file = "include/scsi/scsi_device.h", line = 690)
  private int scsi_device_busy() {
    return budget_map.sbitmap_weight();
  }

  /** Nothing is left out. */
  @Override
  @KernelSource(version = "v6.18", file = "drivers/scsi/scsi_lib.c", line = 1358)
  protected boolean scsi_dev_queue_ready() {
    int token = budget_map.sbitmap_get();
    if (token < 0) {
      return false;
    }
    if (atomic_read(sdev.device_blocked) == 0) {
      return true;
    }
    if (scsi_device_busy() > 1 || atomic_dec_return(sdev.device_blocked) > 0) {
      budget_map.sbitmap_put(token);
      return false;
    }
    return true;
  }

  /** Nothing is left out. */
  @Override
  @KernelSource(version = "v6.18", file = "drivers/scsi/scsi_lib.c", line = 1762)
  protected boolean scsi_mq_get_budget(BlkMqHwCtx hctx) {
    if (scsi_dev_queue_ready()) {
      return true;
    }
    atomic_inc(restarts);
    smp_mb__after_atomic();
    if (scsi_device_busy() == 0 && !scsi_device_blocked()) {
      blk.blk_mq_delay_run_hw_queues(q, SCSI_QUEUE_DELAY);
    }
    return false;
  }

  /** Nothing is left out. */
  @Override
  @KernelSource(version = "v6.18", file = "drivers/scsi/scsi_lib.c", line = 1748)
  protected void scsi_mq_put_budget() {
    budget_map.sbitmap_put(TOKEN);
  }

  /** Left out: the counts of target and host. */
  @Override
  @KernelSource(version = "v6.18", file = "drivers/scsi/scsi_lib.c", line = 389)
  protected void scsi_device_unbusy(int rq) {
    budget_map.sbitmap_put(TOKEN);
  }
}
