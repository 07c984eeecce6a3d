// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.reports;

import static hangproof.engine.cases.Expectation.never;
import static hangproof.engine.cases.Expectation.sometimes;
import static hangproof.model.kernel.sched.Task.TASK_UNINTERRUPTIBLE;

import hangproof.engine.cases.Case;
import hangproof.engine.explorer.Violation;
import hangproof.machine.Atomic;
import hangproof.machine.Machine;
import hangproof.machine.Op;
import hangproof.machine.Order;
import hangproof.machine.Port;
import hangproof.machine.Program;
import hangproof.machine.Role;
import hangproof.model.kernel.sched.Sched;
import hangproof.model.kernel.sched.Wait;
import hangproof.model.kernel.sched.WaitQueueEntry;
import hangproof.model.lib.sbitmap.SbitmapQueue;
import hangproof.model.lib.sbitmap.SbitmapV60;
import hangproof.model.lib.sbitmap.SbitmapV61;
import hangproof.model.lib.sbitmap.SbitmapV65;
import hangproof.model.lib.sbitmap.SbqWait;
import java.util.List;

/**
 * What 040b83fcecfb broke while it mended B09: the interrupt that brings a count to zero finds
 * nobody asleep any more and goes away without starting the next count. From then on every free
 * finds the count below zero and tries again, for ever.
 *
 * <p>Under LKMM: as under TSO.
 */
final class B09StaleCount extends Port {
  private final Sched sched;
  private final SbitmapQueue sbq;
  private final SbqWait me;
  private final Atomic asleep;
  private final Atomic done;

  private B09StaleCount(Machine machine, TagsProgram.Version version) {
    super(machine);
    sched = new Sched(machine);
    Wait wait = new Wait(machine, sched);
    List<WaitQueueEntry> entries = Sleepers.of(machine, wait, 1, true);
    sbq = version.create(machine, wait, new SbitmapQueue.Size(2, 2, 1, 1, 2), List.of(entries));
    me = new SbqWait(machine, entries.get(0));
    asleep = machine.atomic("asleep", 0, 0, 1);
    done = machine.ghost("done", 1);
  }

  static List<Case> all() {
    return List.of(
        of("b09-stale-count", SbitmapV60::new)
            .versions("040b83fcecfb alone")
            .expect(sometimes(Violation.IO_HANG)),
        of("b09-stale-count-fixed", SbitmapV61::new).versions("with 48c033314f37").expect(never()),
        of("b09-stale-count-v6-2", SbitmapV65::new).versions("v6.2 to v6.5").expect(never()));
  }

  private static Case of(String name, TagsProgram.Version version) {
    return Case.of("reports/" + name, "a free wakes whoever is asleep, whatever was counted before")
        .subsystem("tags")
        .report("20220908130937.2795-1-jack@suse.cz")
        .limits("one wait queue, a batch of one; counts below zero are one")
        .program((machine, bounds) -> new B09StaleCount(machine, version).program());
  }

  private Program program() {
    return new Program(machine)
        .role("submit", turn -> submit())
        .role("irq1", turn -> interrupt(0))
        .role(
            "irq2",
            turn -> {
              machine.access(asleep, Op.AWAIT_EQ, 1, 0, Order.ACQUIRE);
              return interrupt(1);
            })
        .completion("the sleeper was woken", memory -> memory.get(done) == 1);
  }

  /** Gets a tag at the last moment, so does not sleep; then needs another one, and does. */
  private int submit() {
    sbq.sbitmap_prepare_to_wait(sbq.ws.get(0), me, TASK_UNINTERRUPTIBLE);
    sbq.sbitmap_finish_wait(sbq.ws.get(0), me);
    sbq.sbitmap_prepare_to_wait(sbq.ws.get(0), me, TASK_UNINTERRUPTIBLE);
    atomic_inc(asleep);
    sched.io_schedule(me.wait.task);
    sbq.sbitmap_finish_wait(sbq.ws.get(0), me);
    atomic_inc(done);
    return Role.END;
  }

  private int interrupt(int tag) {
    sbq.sbitmap_queue_clear(tag);
    return Role.END;
  }
}
