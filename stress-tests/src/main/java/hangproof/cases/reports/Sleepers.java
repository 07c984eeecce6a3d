// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.reports;

import hangproof.machine.Machine;
import hangproof.model.kernel.sched.Task;
import hangproof.model.kernel.sched.Wait;
import hangproof.model.kernel.sched.WaitQueueEntry;
import java.util.List;
import java.util.stream.IntStream;

/** Tasks that may go to sleep, each with its {@code DEFINE_WAIT}. */
final class Sleepers {
  private Sleepers() {}

  static List<WaitQueueEntry> of(Machine machine, Wait wait, int count, boolean exclusive) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(
            id ->
                new WaitQueueEntry(
                    machine,
                    "wait" + id,
                    id,
                    new Task(machine, "task" + id),
                    exclusive,
                    wait::autoremove_wake_function))
        .toList();
  }
}
