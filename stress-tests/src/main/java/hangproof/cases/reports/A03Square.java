// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.reports;

import static hangproof.engine.cases.Expectation.never;
import static hangproof.engine.cases.Expectation.sometimes;

import hangproof.engine.MemoryModel;
import hangproof.engine.cases.Case;
import hangproof.engine.explorer.Violation;
import hangproof.machine.Atomic;
import hangproof.machine.Bits;
import hangproof.machine.ListHead;
import hangproof.machine.Machine;
import hangproof.machine.Port;
import hangproof.machine.Program;
import hangproof.machine.Role;
import hangproof.machine.SpinLock;
import java.util.List;

/**
 * What races in A03 and nothing else: small enough to be searched to the end under LKMM, which the
 * whole dispatcher is not.
 *
 * <p>The dispatcher's stores are made under a lock, whose release is no barrier; so its half shows
 * on x86. The completer's {@code clear_bit} is LOCKed there; so its half shows under LKMM alone.
 */
final class A03Square extends Port {
  private static final int REQUEST = 1;
  private static final int SCHED_RESTART = 0;

  private final boolean dispatcherOrders;
  private final boolean completerOrders;
  private final SpinLock lock;
  private final ListHead dispatch;
  private final Bits state;
  private final Atomic runs;

  private A03Square(Machine machine, boolean dispatcherOrders, boolean completerOrders) {
    super(machine);
    this.dispatcherOrders = dispatcherOrders;
    this.completerOrders = completerOrders;
    lock = machine.lock("hctx.lock");
    dispatch = machine.list("hctx.dispatch", REQUEST).writtenUnder(lock);
    state = machine.bits("hctx.state", 1 << SCHED_RESTART, 1);
    runs = machine.ghost("runs", 2);
  }

  static List<Case> all() {
    return List.of(
        of("broken", false, false)
            .versions("v4.11 to v5.8")
            .expect(MemoryModel.SC, never())
            .expect(MemoryModel.TSO, sometimes(Violation.IO_HANG))
            .expect(MemoryModel.LKMM, sometimes(Violation.IO_HANG)),
        of("completer-only", false, true)
            .versions("none")
            .expect(MemoryModel.SC, never())
            .expect(MemoryModel.TSO, sometimes(Violation.IO_HANG))
            .expect(MemoryModel.LKMM, sometimes(Violation.IO_HANG)),
        of("dispatcher-only", true, false)
            .versions("none")
            .expect(never())
            .expect(MemoryModel.LKMM, sometimes(Violation.IO_HANG)),
        of("fixed", true, true)
            .versions("since v5.9, d7d8535f377e")
            .expect(never())
            .expect(MemoryModel.LKMM, never()));
  }

  private static Case of(String version, boolean dispatcherOrders, boolean completerOrders) {
    return Case.of(
            "reports/a03-square-" + version,
            "the last completion sees the leftovers, or the dispatcher sees it")
        .subsystem("block")
        .report("20200817100115.2495988-1-ming.lei@redhat.com")
        .limits("one dispatcher with a leftover, the last completion, and what they share")
        .program((m, bounds) -> new A03Square(m, dispatcherOrders, completerOrders).program());
  }

  private Program program() {
    return new Program(machine)
        .role("dispatch", turn -> blk_mq_dispatch_rq_list())
        .role("irq", turn -> blk_mq_sched_restart())
        .completion("somebody runs the queue", memory -> memory.get(runs) > 0);
  }

  /** Its end: the leftover goes on the list, and SCHED_RESTART promises a run, or does not. */
  private int blk_mq_dispatch_rq_list() {
    spin_lock(lock);
    list_add_tail(REQUEST, dispatch);
    spin_unlock(lock);
    if (dispatcherOrders) {
      smp_mb();
    }
    if (!test_bit(SCHED_RESTART, state)) {
      atomic_inc(runs);
    }
    return Role.END;
  }

  private int blk_mq_sched_restart() {
    if (!test_bit(SCHED_RESTART, state)) {
      return Role.END;
    }
    clear_bit(SCHED_RESTART, state);
    if (completerOrders) {
      smp_mb();
    }
    if (!list_empty(dispatch)) {
      atomic_inc(runs);
    }
    return Role.END;
  }
}
