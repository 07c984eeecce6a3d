// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.reports;

import static hangproof.engine.cases.Expectation.never;
import static hangproof.engine.cases.Expectation.sometimes;

import hangproof.engine.MemoryModel;
import hangproof.engine.cases.Case;
import hangproof.engine.explorer.Violation;
import hangproof.machine.Atomic;
import hangproof.machine.ListHead;
import hangproof.machine.Machine;
import hangproof.machine.Port;
import hangproof.machine.Program;
import hangproof.machine.Role;
import hangproof.machine.SpinLock;
import hangproof.model.kernel.Workqueue;
import hangproof.model.kernel.WorkqueueGenericBitops;
import hangproof.model.kernel.WorkqueueNoBarrier;
import java.util.List;
import java.util.function.BiFunction;

/**
 * A request is put on a list and its queue's work item is queued, but PENDING is still seen set;
 * the worker, which cleared it, sees the list as it was before. One barrier is the worker's (E01,
 * 2016), the other the queuer's (E02, 2022).
 *
 * <p>Under LKMM: e01-broken and e02-broken Sometimes, e01-fixed Never. E02 is a report of an Apple
 * M1; x86 has a test_and_set_bit of its own, whose LOCK drains the store buffer whatever the bit
 * was. Sometimes under TSO says what the generic code would do on such a machine.
 */
final class E01GhostPending extends Port {
  private static final int REQUEST = 1;

  private final Workqueue work;
  private final SpinLock lock;
  private final ListHead requests;
  private final Atomic done;

  private E01GhostPending(Machine machine, BiFunction<Machine, String, Workqueue> version) {
    super(machine);
    work = version.apply(machine, "run_work");
    lock = machine.lock("hctx.lock");
    requests = machine.list("hctx.dispatch", REQUEST).writtenUnder(lock);
    done = machine.ghost("done", REQUEST);
  }

  static List<Case> all() {
    return List.of(
        e01("e01-broken", WorkqueueNoBarrier::new)
            .versions("up to v4.5")
            .expect(MemoryModel.SC, never())
            .expect(MemoryModel.TSO, sometimes(Violation.IO_HANG))
            .expect(MemoryModel.LKMM, sometimes(Violation.IO_HANG)),
        e01("e01-fixed", Workqueue::new)
            .versions("v4.6 and later")
            .expect(never())
            .expect(MemoryModel.LKMM, never()),
        of(
                "e02-broken",
                "a work item whose PENDING bit is set need not be touched",
                WorkqueueGenericBitops::new)
            .report("20220816070311.89186-1-marcan@marcan.st")
            .versions("up to v5.19, where the generic bit operations are used")
            .expect(MemoryModel.SC, never())
            .expect(MemoryModel.TSO, sometimes(Violation.IO_HANG))
            .expect(MemoryModel.LKMM, sometimes(Violation.IO_HANG)),
        of(
                "e02-fixed",
                "a work item whose PENDING bit is set must be touched all the same",
                Workqueue::new)
            .report("20220816070311.89186-1-marcan@marcan.st")
            .versions("v6.0 and later")
            .expect(never())
            .expect(MemoryModel.LKMM, never()));
  }

  private static Case e01(String name, BiFunction<Machine, String, Workqueue> version) {
    return of(name, "the worker sees whatever was listed before it cleared PENDING", version)
        .report("346c09f80459 (reported on x86)");
  }

  private static Case of(
      String name, String claim, BiFunction<Machine, String, Workqueue> version) {
    return Case.of("reports/" + name, claim)
        .subsystem("workqueue")
        .limits("one request; one worker, which never sleeps through a queued item")
        .program((machine, bounds) -> new E01GhostPending(machine, version).program());
  }

  private Program program() {
    return new Program(machine)
        .role("submit", turn -> submit())
        .role("restart", turn -> restart())
        .role("kworker", turn -> kworker())
        .completion("the request was run", memory -> memory.get(done) == REQUEST);
  }

  private int submit() {
    spin_lock(lock);
    list_add_tail(REQUEST, requests);
    spin_unlock(lock);
    work.queue_work_on();
    return Role.END;
  }

  /** Somebody runs the queue for another reason, which is how PENDING comes to be set. */
  private int restart() {
    work.queue_work_on();
    return Role.END;
  }

  private int kworker() {
    work.process_one_work(
        () -> {
          if (list_empty(requests)) {
            return;
          }
          spin_lock(lock);
          list_splice_init(requests);
          spin_unlock(lock);
          atomic_inc(done);
        });
    return 0;
  }
}
