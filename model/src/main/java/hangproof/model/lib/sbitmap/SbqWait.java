// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.lib.sbitmap;

import hangproof.machine.Machine;
import hangproof.machine.Word;
import hangproof.model.kernel.sched.WaitQueueEntry;

/** {@code struct sbq_wait}: a sleeper, and whether it is counted in {@code ws_active}. */
public final class SbqWait {
  public final WaitQueueEntry wait;
  final Word sbq;

  public SbqWait(Machine machine, WaitQueueEntry wait) {
    this.wait = wait;
    this.sbq = machine.word("sbq_wait" + wait.id + ".sbq", 0, 0, 1);
  }
}
