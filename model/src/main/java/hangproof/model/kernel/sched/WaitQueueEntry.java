// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.kernel.sched;

import hangproof.machine.Machine;
import hangproof.machine.Word;

/** {@code struct wait_queue_entry}. Its flags never change: that it is exclusive, or not. */
public final class WaitQueueEntry {
  /** Its number, from 1. */
  public final int id;

  /** {@code private}: who sleeps; null if the entry stands for nobody. */
  public final Task task;

  /** {@code WQ_FLAG_EXCLUSIVE}. */
  public final boolean exclusive;

  public final WaitQueueFunc func;

  /** The entry's own list node: 1 while it is on a queue, which anybody may ask it. */
  public final Word entry;

  public WaitQueueEntry(
      Machine machine, String name, int id, Task task, boolean exclusive, WaitQueueFunc func) {
    this.id = id;
    this.task = task;
    this.exclusive = exclusive;
    this.func = func;
    this.entry = machine.word(name + ".entry", 0, 0, 1);
  }
}
