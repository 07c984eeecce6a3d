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
import hangproof.machine.Op;
import hangproof.machine.Order;
import hangproof.machine.Port;
import hangproof.machine.Program;
import hangproof.machine.Role;
import hangproof.machine.SpinLock;
import hangproof.machine.Word;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What races in D02 and nothing else: one command has failed, the last two complete at once, each
 * clears its bit and scans the commands for who is still out.
 *
 * <p>Three things differ between versions: whether the scan pins each request (v5.14 and later) by
 * {@code atomic_inc_not_zero}, a full barrier where it succeeds; whether it is made under the lock
 * (until 4373534a9850); whether the published barrier is there (fe2f8ad6f099). The pins order it
 * all by themselves: with them the published barrier changes no verdict, and {@code audit} on
 * {@code d02-square-fixed} says so.
 */
final class D02Square extends Port {
  private static final int SCMD_STATE_INFLIGHT = 0;
  private static final int FAILED = 1;

  /** A version of the code. */
  private record Version(boolean pins, boolean countsUnderLock, boolean barrier) {}

  private final Version version;
  private final SpinLock host_lock;
  private final Word host_failed;
  private final List<Bits> state;
  private final List<Atomic> ref;
  private final Atomic wakeups;

  private D02Square(Machine machine, Version version) {
    super(machine);
    this.version = version;
    int commands = FAILED + 2;
    host_lock = machine.lock("host_lock");
    host_failed = machine.word("host_failed", FAILED, FAILED, FAILED);
    state =
        IntStream.rangeClosed(1, commands)
            .mapToObj(i -> machine.bits("cmd" + i + ".state", 1 << SCMD_STATE_INFLIGHT, 1))
            .toList();
    ref =
        IntStream.rangeClosed(1, commands)
            .mapToObj(i -> machine.atomic("rq" + i + ".ref", 1, 1, 3))
            .toList();
    wakeups = machine.ghost("wakeups", 2);
  }

  static List<Case> all() {
    return List.of(
        of("v5-9", new Version(false, true, false))
            .versions("v5.5 to v5.13")
            .expect(never())
            .expect(MemoryModel.LKMM, never()),
        of("broken", new Version(false, false, false))
            .versions("v5.5 to v5.13 with 4373534a9850, which stable kernels may have")
            .expect(MemoryModel.SC, never())
            .expect(MemoryModel.TSO, sometimes(Violation.IO_HANG))
            .expect(MemoryModel.LKMM, sometimes(Violation.IO_HANG)),
        of("barrier", new Version(false, false, true))
            .versions("v5.5 to v5.13 with 4373534a9850 and fe2f8ad6f099")
            .expect(never())
            .expect(MemoryModel.LKMM, never()),
        of("pinned", new Version(true, false, false))
            .versions("v6.8 to v6.18")
            .expect(never())
            .expect(MemoryModel.LKMM, never()),
        of("fixed", new Version(true, false, true))
            .versions("with fe2f8ad6f099")
            .expect(never())
            .expect(MemoryModel.LKMM, never()));
  }

  private static Case of(String name, Version version) {
    return Case.of(
            "reports/d02-square-" + name, "the last of two completions wakes the error handler")
        .subsystem("scsi")
        .report("20260113161036.6730-1-djeffery@redhat.com")
        .limits("one failed command, two that complete, the host is in recovery; no RCU")
        .program((m, bounds) -> new D02Square(m, version).program());
  }

  private Program program() {
    return new Program(machine)
        .role("irq1", turn -> scsi_dec_host_busy(FAILED))
        .role("irq2", turn -> scsi_dec_host_busy(FAILED + 1))
        .completion("the error handler is woken", memory -> memory.get(wakeups) > 0);
  }

  /** {@code __clear_bit} of a word in which nothing else is set. */
  private int scsi_dec_host_busy(int cmd) {
    machine.access(state.get(cmd), Op.WRITE, 0, 0, Order.ONCE);
    if (version.barrier) {
      smp_mb();
    }
    int busy = version.countsUnderLock ? 0 : scsi_host_busy();
    spin_lock(host_lock);
    if (version.countsUnderLock) {
      busy = scsi_host_busy();
    }
    if (busy == READ_ONCE(host_failed)) {
      atomic_inc(wakeups);
    }
    spin_unlock(host_lock);
    return Role.END;
  }

  private int scsi_host_busy() {
    return call(
        () -> {
          int cnt = 0;
          for (int cmd = 0; cmd < state.size(); cmd++) {
            if (version.pins && !atomic_inc_not_zero(ref.get(cmd))) {
              continue;
            }
            if (test_bit(SCMD_STATE_INFLIGHT, state.get(cmd))) {
              cnt++;
            }
            if (version.pins) {
              BUG_ON(atomic_dec_and_test(ref.get(cmd)), "nobody frees a request here");
            }
          }
          return cnt;
        });
  }
}
