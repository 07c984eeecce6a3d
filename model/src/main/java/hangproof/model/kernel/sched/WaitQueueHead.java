// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.kernel.sched;

import hangproof.machine.ListHead;
import hangproof.machine.Machine;
import hangproof.machine.SpinLock;
import java.util.List;

/** {@code struct wait_queue_head}. */
public final class WaitQueueHead {
  public final SpinLock lock;
  public final ListHead head;
  final List<WaitQueueEntry> entries;

  /**
   * An empty queue.
   *
   * @param entries all that may ever be on it
   */
  public WaitQueueHead(Machine machine, String name, List<WaitQueueEntry> entries) {
    this.entries = List.copyOf(entries);
    this.lock = machine.lock(name + ".lock");
    this.head = machine.list(name + ".head", entries.size()).writtenUnder(lock);
  }

  /** The number of an entry on this list, from 1. */
  int id(WaitQueueEntry entry) {
    return entries.indexOf(entry) + 1;
  }
}
