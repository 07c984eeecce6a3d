// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block.versions;

import hangproof.machine.Machine;
import hangproof.model.block.BlkFlush;
import hangproof.model.block.BlkFlushQueue;
import hangproof.model.block.BlkMq;
import hangproof.model.block.BlkMqSched;

/** A flush in flight serves those too that ask for one meanwhile. No kernel was like that. */
public final class FlushJoinsRunning extends BlkMq {
  public FlushJoinsRunning(Machine machine) {
    super(machine, blk -> new BlkMqSched(machine, blk), blk -> new Flush(machine, blk));
  }

  private static final class Flush extends BlkFlush {
    Flush(Machine machine, BlkMq blk) {
      super(machine, blk);
    }

    @Override
    protected int pending_idx(BlkFlushQueue fq) {
      return read(fq.flush_running_idx);
    }
  }
}
