// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.reports;

import static hangproof.engine.cases.Expectation.never;
import static hangproof.engine.cases.Expectation.sometimes;

import hangproof.engine.MemoryModel;
import hangproof.engine.cases.Case;
import hangproof.engine.explorer.Violation;
import hangproof.machine.Atomic;
import hangproof.machine.Machine;
import hangproof.machine.Port;
import hangproof.machine.Program;
import hangproof.machine.Role;
import hangproof.model.block.tags.BlkMqMarkTagWait;
import hangproof.model.block.tags.BlkMqMarkTagWaitBarrier;
import hangproof.model.kernel.sched.Sched;
import hangproof.model.kernel.sched.Wait;
import hangproof.model.kernel.sched.WaitQueueEntry;
import hangproof.model.lib.sbitmap.SbitmapQueue;
import hangproof.model.lib.sbitmap.SbitmapV59;
import hangproof.model.lib.sbitmap.SbitmapV66;
import java.util.List;
import java.util.function.Function;

/**
 * Two hardware queues share one tag. One waits for it: its entry on the wait list is still in the
 * store buffer when it tries again, in vain, since a failed try orders nothing; the other frees the
 * tag and finds nobody on the list.
 *
 * <p>a12-v5-10: there the failed try takes swap_lock, which is LOCKed, so nothing shows on x86; it
 * did once that lock was gone (661d4f55a794, v5.11), and would not on v6.11, which has it again.
 * Under LKMM it does: to take a lock is only an acquire.
 */
final class A12MarkTagWait extends Port {
  private static final int TAG = 0;

  private final BlkMqMarkTagWait hctx;
  private final Atomic done;

  private A12MarkTagWait(Machine machine, Version version, TagsProgram.Version tags) {
    super(machine);
    Wait wait = new Wait(machine, new Sched(machine));
    SbitmapQueue.Size size = new SbitmapQueue.Size(1, 1, 1, 1, 2);
    hctx = version.create(machine, wait, on -> tags.create(machine, wait, size, on));
    done = machine.ghost("done", 1);
  }

  @FunctionalInterface
  private interface Version {
    BlkMqMarkTagWait create(
        Machine machine, Wait wait, Function<List<List<WaitQueueEntry>>, SbitmapQueue> tags);
  }

  static List<Case> all() {
    return List.of(
        of("a12-v5-10", BlkMqMarkTagWait::new, SbitmapV59::new)
            .versions("v5.10")
            .expect(never())
            .expect(MemoryModel.LKMM, sometimes(Violation.IO_HANG)),
        of("a12-broken", BlkMqMarkTagWait::new, SbitmapV66::new)
            .versions("v5.11 to v6.7 (with the wake-up of v6.6)")
            .expect(MemoryModel.SC, never())
            .expect(MemoryModel.TSO, sometimes(Violation.IO_HANG))
            .expect(MemoryModel.LKMM, sometimes(Violation.IO_HANG)),
        of("a12-fixed", BlkMqMarkTagWaitBarrier::new, SbitmapV66::new)
            .versions("v6.8 to v6.10")
            .expect(never())
            .expect(MemoryModel.LKMM, never()));
  }

  private static Case of(String name, Version version, TagsProgram.Version tags) {
    return Case.of("reports/" + name, "a hardware queue that waits for a shared tag is run")
        .subsystem("tags")
        .report("20240112122626.4181044-1-ming.lei@redhat.com")
        .limits("one tag; RESTART is set, and its queue has nothing in flight that would clear it")
        .program((machine, bounds) -> new A12MarkTagWait(machine, version, tags).program());
  }

  private Program program() {
    return new Program(machine)
        .role("submit", turn -> submit())
        .role("kworker", turn -> kworker())
        .role("irq", turn -> interrupt())
        .completion("the request got its tag", memory -> memory.get(done) == 1);
  }

  /** Runs the queue once; whatever became of the request, the rest is the kworker's. */
  private int submit() {
    dispatch();
    return Role.END;
  }

  /** Dispatches the one request; what is left then is on the dispatch list. */
  private boolean dispatch() {
    if (hctx.blk_mq_get_driver_tag() || hctx.blk_mq_mark_tag_wait()) {
      atomic_inc(done);
      return true;
    }
    if (hctx.no_tag_and_not_waiting()) {
      mod_delayed_work(hctx.run_work, 0);
    }
    return false;
  }

  private int kworker() {
    take_work(hctx.run_work);
    return dispatch() ? Role.END : 0;
  }

  /** The other queue's command ends. */
  private int interrupt() {
    hctx.sbq.sbitmap_queue_clear(TAG);
    return Role.END;
  }
}
