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
  @KernelSource(
      version = "v6.18",
      file = "include/scsi/scsi_device.h",
      line = 690,
      sha256 = "060b6fb6f8e27c683fa63aa34c887fbaedf80c4450becc988f8c636a08a9c9f2")
  private int scsi_device_busy() {
    return budget_map.sbitmap_weight();
  }

  /** Nothing is left out. */
  @Override
  @KernelSource(
      version = "v6.18",
      file = "drivers/scsi/scsi_lib.c",
      line = 1358,
      sha256 = "6a66e44ab899536fb756d4bd2700ab8793d37c21260172afcc53b7cc31e56568")
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
  @KernelSource(
      version = "v6.18",
      file = "drivers/scsi/scsi_lib.c",
      line = 1762,
      sha256 = "14d83e839fc64c6f75e6b3ad23ad14c747a102c934203aa9499d0c888604e58e")
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
  @KernelSource(
      version = "v6.18",
      file = "drivers/scsi/scsi_lib.c",
      line = 1748,
      sha256 = "ea87cefcc6ef8203ba780a7f5ba4216a5b5ed49a91203378294d9ae07efc1476")
  protected void scsi_mq_put_budget() {
    budget_map.sbitmap_put(TOKEN);
  }

  /** Left out: the counts of target and host. */
  @Override
  @KernelSource(
      version = "v6.18",
      file = "drivers/scsi/scsi_lib.c",
      line = 389,
      sha256 = "8cf6f50f0c6df6ac60c3ce611ee74634a324da536a6cb212e58599a802d22eed")
  protected void scsi_device_unbusy(int rq) {
    budget_map.sbitmap_put(TOKEN);
  }
}
