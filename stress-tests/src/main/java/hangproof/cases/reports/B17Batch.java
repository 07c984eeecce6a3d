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
import hangproof.model.lib.sbitmap.SbitmapV65;
import hangproof.model.lib.sbitmap.SbitmapV66;
import hangproof.model.lib.sbitmap.SbqWait;
import java.util.List;

/**
 * A counting argument: a batch of two frees wakes the one sleeper of a queue, and another takes its
 * place; so does the next batch with the other queue. Then only the two that were woken have tags,
 * their two frees wake one more, and its one free is no batch.
 *
 * <p>The story needs sleepers that came while tags were free, since they have used up their share
 * of tags that several queues share (hctx_may_queue): those that sleep because all tags are taken
 * have enough frees before them. So the second sleeper of a queue comes when the first was woken,
 * and the commands that end then are two of those that had the tags at first, or the first
 * sleepers'. Under LKMM: as under TSO.
 */
final class B17Batch extends Port {
  private static final int QUEUES = 2;
  private static final int DEPTH = 4;
  private static final int BATCH = 2;

  private final Sched sched;
  private final SbitmapQueue sbq;
  private final List<SbqWait> sleepers;
  private final Atomic come;
  private final Atomic ending;
  private final List<Atomic> left;
  private final Atomic done;

  private B17Batch(Machine machine, TagsProgram.Version version) {
    super(machine);
    sched = new Sched(machine);
    Wait wait = new Wait(machine, sched);
    List<WaitQueueEntry> entries = Sleepers.of(machine, wait, 2 * QUEUES, true);
    sbq =
        version.create(
            machine,
            wait,
            new SbitmapQueue.Size(DEPTH, DEPTH, BATCH, QUEUES, 2 * DEPTH),
            List.of(
                List.of(entries.get(0), entries.get(2)), List.of(entries.get(1), entries.get(3))));
    sleepers = entries.stream().map(entry -> new SbqWait(machine, entry)).toList();
    come = machine.atomic("come", 0, 0, 1);
    ending = machine.atomic("ending", 0, 0, 2 * DEPTH);
    left = List.of(machine.atomic("left0", 0, 0, 1), machine.atomic("left1", 0, 0, 1));
    done = machine.ghost("done", 2 * QUEUES);
  }

  static List<Case> all() {
    return List.of(
        of("b17-broken", SbitmapV65::new)
            .versions("v6.2 to v6.5")
            .expect(sometimes(Violation.IO_HANG)),
        of("b17-fixed", SbitmapV66::new).versions("v6.6 and later").expect(never()));
  }

  private static Case of(String name, TagsProgram.Version version) {
    return Case.of("reports/" + name, "a batch of frees wakes enough of those who sleep for tags")
        .subsystem("tags")
        .report("20230721095715.232728-1-ming.lei@redhat.com")
        .limits("the order of the report's story: who comes when is given, not searched")
        .program((machine, bounds) -> new B17Batch(machine, version).program());
  }

  private Program program() {
    Program program = new Program(machine);
    for (int q = 0; q < QUEUES; q++) {
      int queue = q;
      program.role("first" + (q + 1), turn -> first(queue));
      program.role("second" + (q + 1), turn -> second(queue));
    }
    return program
        .role("irq", turn -> interrupt())
        .completion("everyone was woken", memory -> memory.get(done) == 2 * QUEUES);
  }

  private int first(int queue) {
    prepare(sleepers.get(queue), queue);
    if (queue == 0) {
      atomic_inc(come);
    } else {
      machine.access(come, Op.AWAIT_DEC, 0, 0, Order.FULL);
      atomic_add(ending, BATCH);
    }
    sleep(sleepers.get(queue), queue);
    atomic_inc(left.get(queue));
    return Role.END;
  }

  private int second(int queue) {
    SbqWait me = sleepers.get(QUEUES + queue);
    machine.access(left.get(queue), Op.AWAIT_DEC, 0, 0, Order.FULL);
    prepare(me, queue);
    atomic_add(ending, BATCH);
    sleep(me, queue);
    atomic_inc(ending);
    return Role.END;
  }

  private void prepare(SbqWait me, int queue) {
    call(
        () -> {
          sbq.sbitmap_prepare_to_wait(sbq.ws.get(queue), me, TASK_UNINTERRUPTIBLE);
          return 0;
        });
  }

  private void sleep(SbqWait me, int queue) {
    sched.io_schedule(me.wait.task);
    call(
        () -> {
          sbq.sbitmap_finish_wait(sbq.ws.get(queue), me);
          return 0;
        });
    atomic_inc(done);
  }

  /** Ends a command, if there is one; which tag it has does not matter. */
  private int interrupt() {
    machine.access(ending, Op.AWAIT_DEC, 0, 0, Order.FULL);
    sbq.sbitmap_queue_clear(0);
    return 0;
  }
}
