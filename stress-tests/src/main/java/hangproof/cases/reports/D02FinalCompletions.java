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
import hangproof.model.kernel.rcu.Rcu;
import hangproof.model.scsi.eh.ScsiEh;
import hangproof.model.scsi.eh.ScsiEhFixed;
import hangproof.model.scsi.eh.ScsiEhV59;
import java.util.List;

/**
 * The error handler begins when as many commands are out as have failed. D02: one has failed, the
 * last two complete at once, each counts the other as still out, and neither wakes the handler.
 * D03: the callback that counts a failure counted the commands before the last one completed, and
 * that one looked at host_failed before the callback raised it.
 *
 * <p>D02 needs more than the report says. Where the count is made under the lock (v5.9) the second
 * completion is ordered behind the first. Since 4373534a9850 it is made before; but since v5.14 the
 * scan pins each request with atomic_inc_not_zero, a full barrier between INFLIGHT and each look at
 * another's (d02-pinned). So what d02-broken shows is a kernel with the one change and without the
 * other, and the barrier of the fix adds nothing to v6.18. {@link D02Square} says so under LKMM,
 * where the whole scan with its pins takes too long; D03 says nothing there, since the grace period
 * of {@link Rcu} is waited for in a way that is too weak.
 */
final class D02FinalCompletions extends Port {
  private final ScsiEh host;
  private final Atomic done;

  private D02FinalCompletions(Machine machine, Version version, int failed, boolean pins) {
    super(machine);
    Rcu rcu = new Rcu(machine, 2 - (failed == 0 ? 1 : 0));
    host = version.create(machine, rcu, failed == 0 ? 2 : 3, failed, pins);
    done = machine.ghost("done", 1);
  }

  @FunctionalInterface
  private interface Version {
    ScsiEh create(Machine machine, Rcu rcu, int commands, int failed, boolean pins);
  }

  static List<Case> all() {
    return List.of(
        d02("d02-v5-9", ScsiEhV59::new, false)
            .versions("v5.5 to v5.13")
            .expect(never())
            .expect(MemoryModel.LKMM, never()),
        d02("d02-broken", ScsiEh::new, false)
            .versions("v5.5 to v5.13 with 4373534a9850, which stable kernels may have")
            .expect(MemoryModel.SC, never())
            .expect(MemoryModel.TSO, sometimes(Violation.IO_HANG))
            .expect(MemoryModel.LKMM, sometimes(Violation.IO_HANG)),
        d02("d02-pinned", ScsiEh::new, true).versions("v6.8 to v6.18").expect(never()),
        d02("d02-fixed", ScsiEhFixed::new, false)
            .versions("with fe2f8ad6f099")
            .expect(never())
            .expect(MemoryModel.LKMM, never()),
        d03("d03-v5-9", ScsiEhV59::new, false).versions("v5.5 to v6.7").expect(never()),
        d03("d03-broken", ScsiEh::new, true)
            .versions("v6.8 to v6.18")
            .expect(sometimes(Violation.IO_HANG)),
        d03("d03-fixed", ScsiEhFixed::new, true).versions("with fe2f8ad6f099").expect(never()));
  }

  private static Case d02(String name, Version version, boolean pins) {
    return of(name, "the last of two completions wakes the error handler")
        .program((machine, b) -> new D02FinalCompletions(machine, version, 1, pins).completions());
  }

  private static Case d03(String name, Version version, boolean pins) {
    return of(name, "the last completion or the last failure wakes the error handler")
        .program((machine, b) -> new D02FinalCompletions(machine, version, 0, pins).failure());
  }

  private static Case of(String name, String claim) {
    return Case.of("reports/" + name, claim)
        .subsystem("scsi")
        .report("20260113161036.6730-1-djeffery@redhat.com")
        .limits("one failed command; requests are not freed; RCU readers have LOCKed borders");
  }

  private Program completions() {
    return program().role("irq1", turn -> complete(0, 1)).role("irq2", turn -> complete(1, 2));
  }

  private Program failure() {
    return program()
        .role("irq", turn -> complete(0, 1))
        .role(
            "timeout",
            turn -> {
              host.scsi_eh_scmd_add();
              return Role.END;
            })
        .role(
            "rcu",
            turn -> {
              host.rcu_callback();
              return Role.END;
            });
  }

  private Program program() {
    return new Program(machine)
        .role(
            "scsi_eh",
            turn -> {
              host.scsi_error_handler();
              atomic_inc(done);
              return Role.END;
            })
        .completion("the error handler began", memory -> memory.get(done) == 1);
  }

  private int complete(int reader, int cmd) {
    host.scsi_dec_host_busy(reader, cmd);
    return Role.END;
  }
}
