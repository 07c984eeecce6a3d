// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block.versions;

import hangproof.machine.Machine;
import hangproof.model.block.BlkMqHwCtx;

/** With 9ba52e5812e5 (v4.0): a dispatcher with leftovers runs the queue once more. */
public final class V40 extends V319 {
  public V40(Machine machine) {
    super(machine);
  }

  @Override
  protected void after_leftovers(BlkMqHwCtx hctx) {
    blk_mq_run_hw_queue(hctx, true);
  }
}
