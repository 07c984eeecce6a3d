// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block.qos;

import hangproof.machine.Atomic;
import hangproof.machine.Machine;
import hangproof.model.kernel.sched.WaitQueueEntry;
import hangproof.model.kernel.sched.WaitQueueHead;
import java.util.List;

/** {@code struct rq_wait}. */
public final class RqWait {
  public final WaitQueueHead wait;
  public final Atomic inflight;

  RqWait(Machine machine, List<WaitQueueEntry> entries, int limit) {
    wait = new WaitQueueHead(machine, "rqw.wait", entries);
    inflight = machine.atomic("rqw.inflight", 0, 0, limit);
  }
}
