// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.reports;

import static hangproof.engine.cases.Expectation.never;
import static hangproof.engine.cases.Expectation.sometimes;
import static hangproof.model.kernel.sched.Task.TASK_UNINTERRUPTIBLE;

import hangproof.engine.cases.Bounds;
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
import hangproof.model.lib.sbitmap.SbitmapV59;
import hangproof.model.lib.sbitmap.SbitmapV60;
import hangproof.model.lib.sbitmap.SbitmapV65;
import hangproof.model.lib.sbitmap.SbqWait;
import java.util.List;

/**
 * Each of two wait queues has a sleeper, and two batches of tags are freed by two interrupts: both
 * must be woken. In v5.9 an interrupt resets the count, the other one counts that down as well and
 * wakes the same queue, and the first wakes it once more, when it is empty.
 *
 * <p>Only the counts are in question, so the sleepers take no tags. Under LKMM: as under TSO.
 */
final class B09WaitCnt extends Port {
  private final Sched sched;
  private final int irqs;
  private final int frees;
  private final SbitmapQueue sbq;
  private final List<SbqWait> sleepers;
  private final Atomic asleep;
  private final Atomic done;

  private B09WaitCnt(Machine machine, TagsProgram.Version version, Bounds bounds) {
    super(machine);
    sched = new Sched(machine);
    irqs = bounds.get("irqs");
    frees = bounds.get("frees");
    int queues = bounds.get("queues");
    int depth = irqs * frees;
    Wait wait = new Wait(machine, sched);
    List<WaitQueueEntry> entries = Sleepers.of(machine, wait, queues, true);
    SbitmapQueue.Size size = new SbitmapQueue.Size(depth, depth, depth / queues, queues, depth);
    sbq = version.create(machine, wait, size, entries.stream().map(List::of).toList());
    sleepers = entries.stream().map(entry -> new SbqWait(machine, entry)).toList();
    asleep = machine.atomic("asleep", 0, 0, queues);
    done = machine.ghost("done", queues);
  }

  static List<Case> all() {
    return List.of(
        of("b09-broken", SbitmapV59::new)
            .versions("v5.0 to v5.19")
            .expect(sometimes(Violation.IO_HANG)),
        of("b09-first-fix", SbitmapV60::new).versions("040b83fcecfb alone").expect(never()),
        of("b09-fixed", SbitmapV65::new).versions("v6.2 to v6.5").expect(never()));
  }

  private static Case of(String name, TagsProgram.Version version) {
    return Case.of("reports/" + name, "as many frees as there are tags wake every queue")
        .subsystem("tags")
        .report("20220803121504.212071-1-yukuai1@huaweicloud.com")
        .parameter("irqs", 2, 1, 4)
        .parameter("frees", 2, 1, 4)
        .parameter("queues", 2, 1, 4)
        .limits("all frees come when both are asleep; two queues, a batch of two")
        .program((machine, bounds) -> new B09WaitCnt(machine, version, bounds).program());
  }

  private Program program() {
    Program program = new Program(machine);
    for (int i = 0; i < sleepers.size(); i++) {
      SbqWait me = sleepers.get(i);
      int queue = i;
      program.role("submit" + (i + 1), turn -> sleep(me, queue));
    }
    for (int i = 0; i < irqs; i++) {
      int first = i * frees;
      program.role("irq" + (i + 1), turn -> interrupt(first, turn));
    }
    return program.completion("everyone was woken", memory -> memory.get(done) == sleepers.size());
  }

  private int sleep(SbqWait me, int queue) {
    sbq.sbitmap_prepare_to_wait(sbq.ws.get(queue), me, TASK_UNINTERRUPTIBLE);
    atomic_inc(asleep);
    sched.io_schedule(me.wait.task);
    sbq.sbitmap_finish_wait(sbq.ws.get(queue), me);
    atomic_inc(done);
    return Role.END;
  }

  private int interrupt(int first, int freed) {
    if (freed == 0) {
      machine.access(asleep, Op.AWAIT_EQ, sleepers.size(), 0, Order.ACQUIRE);
    }
    sbq.sbitmap_queue_clear(first + freed);
    return freed + 1 == frees ? Role.END : freed + 1;
  }
}
