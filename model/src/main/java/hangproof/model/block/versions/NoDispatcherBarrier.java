// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block.versions;

import hangproof.machine.Machine;
import hangproof.model.block.BlkMq;

/** d7d8535f377e without its half in blk_mq_dispatch_rq_list. No kernel was like that. */
public final class NoDispatcherBarrier extends BlkMq {
  public NoDispatcherBarrier(Machine machine) {
    super(machine);
  }

  @Override
  protected void order_dispatch_before_restart() {}
}
