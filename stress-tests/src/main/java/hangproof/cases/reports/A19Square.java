// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.reports;

import static hangproof.engine.cases.Expectation.never;
import static hangproof.engine.cases.Expectation.sometimes;

import hangproof.engine.MemoryModel;
import hangproof.engine.cases.Case;
import hangproof.engine.explorer.Violation;
import hangproof.machine.Atomic;
import hangproof.machine.Bits;
import hangproof.machine.Machine;
import hangproof.machine.Port;
import hangproof.machine.Program;
import hangproof.machine.Role;
import java.util.List;

/**
 * The barrier half of the restarts protocol: who is refused raises restarts and looks at
 * device_busy, a completion lowers device_busy and looks at restarts.
 *
 * <p>All of it are atomics, LOCKed on x86: only LKMM shows a missing barrier, on either side.
 */
final class A19Square extends Port {
  /** Which side orders what it does. */
  private enum Orders {
    NEITHER,
    CONTENDER,
    COMPLETER,
    BOTH;

    boolean contender() {
      return this == CONTENDER || this == BOTH;
    }

    boolean completer() {
      return this == COMPLETER || this == BOTH;
    }
  }

  private final Orders orders;
  private final boolean plain;
  private final Atomic restarts;
  private final Atomic device_busy;
  private final Bits cleared;
  private final Atomic runs;

  private A19Square(Machine machine, Orders orders, boolean plain) {
    super(machine);
    this.orders = orders;
    this.plain = plain;
    restarts = machine.atomic("restarts", 0, 0, 1);
    device_busy = machine.atomic("device_busy", 1, 0, 1);
    cleared = machine.bits("cleared", 0, 1);
    runs = machine.ghost("runs", 2);
  }

  static List<Case> all() {
    return List.of(
        of("broken", Orders.COMPLETER, false)
            .versions("none")
            .expect(never())
            .expect(MemoryModel.LKMM, sometimes(Violation.IO_HANG)),
        of("no-tag-free", Orders.CONTENDER, false)
            .versions("none")
            .expect(never())
            .expect(MemoryModel.LKMM, sometimes(Violation.IO_HANG)),
        of("fixed", Orders.BOTH, false)
            .versions("since v5.10, ed5dd6a67d5e")
            .expect(never())
            .expect(MemoryModel.LKMM, never()),
        of("plain-broken", Orders.COMPLETER, true)
            .versions("none: restarts raised by a load and a store")
            .expect(MemoryModel.SC, never())
            .expect(MemoryModel.TSO, sometimes(Violation.IO_HANG))
            .expect(MemoryModel.LKMM, sometimes(Violation.IO_HANG)),
        of("plain-fixed", Orders.BOTH, true)
            .versions("none: restarts raised by a load and a store")
            .expect(never())
            .expect(MemoryModel.LKMM, never()));
  }

  private static Case of(String version, Orders orders, boolean plain) {
    return Case.of(
            "reports/a19-square-" + version,
            "who was refused sees the completion, or the completion sees who was refused")
        .subsystem("scsi")
        .report("20200910075056.36509-1-ming.lei@redhat.com")
        .limits("one refusal, the last completion, and what they share")
        .program((m, bounds) -> new A19Square(m, orders, plain).program());
  }

  private Program program() {
    return new Program(machine)
        .role("dispatch", turn -> scsi_mq_get_budget())
        .role("irq", turn -> scsi_end_request())
        .completion("somebody runs the queue", memory -> memory.get(runs) > 0);
  }

  /** Its end, after the budget was refused. */
  private int scsi_mq_get_budget() {
    if (plain) {
      atomic_set(restarts, atomic_read(restarts) + 1);
    } else {
      atomic_inc(restarts);
    }
    if (orders.contender()) {
      if (plain) {
        smp_mb();
      } else {
        smp_mb__after_atomic();
      }
    }
    if (atomic_read(device_busy) == 0) {
      atomic_inc(runs);
    }
    return Role.END;
  }

  private int scsi_end_request() {
    atomic_dec(device_busy);
    sbitmap_queue_clear();
    scsi_run_queue_async();
    return Role.END;
  }

  /** The tag is freed in between. */
  private void sbitmap_queue_clear() {
    if (orders.completer()) {
      smp_mb__before_atomic();
    }
    set_bit(0, cleared);
    if (orders.completer()) {
      smp_mb__after_atomic();
    }
  }

  private void scsi_run_queue_async() {
    int old = atomic_read(restarts);
    if (old != 0 && atomic_cmpxchg(restarts, old, 0) == old) {
      atomic_inc(runs);
    }
  }
}
