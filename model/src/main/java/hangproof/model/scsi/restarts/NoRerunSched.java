// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.scsi.restarts;

import hangproof.machine.Machine;
import hangproof.model.block.BlkMq;
import hangproof.model.block.BlkMqSched;
import hangproof.model.block.RequestQueue;

/**
 * The dispatcher before a0823421a4d7 (v5.8): an unused budget is given back in silence. (Kernels of
 * that time did not look at {@code hctx->dispatch} between two requests either; it is empty where
 * this is used. {@link hangproof.model.block.versions.V57} has both.)
 */
public final class NoRerunSched extends BlkMqSched {
  public NoRerunSched(Machine machine, BlkMq blk) {
    super(machine, blk);
  }

  @Override
  protected void rerun_after_unused_budget(RequestQueue q) {}
}
