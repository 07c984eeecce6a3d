// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.reports;

import static hangproof.engine.cases.Expectation.never;
import static hangproof.engine.cases.Expectation.sometimes;

import hangproof.engine.cases.Case;
import hangproof.engine.explorer.Violation;
import hangproof.machine.Machine;
import hangproof.machine.Program;
import hangproof.machine.Role;
import hangproof.model.megaraid.MegasasIrq;
import hangproof.model.megaraid.MegasasIrq.Version;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The poll finds no more replies; the firmware posts one, and its interrupt comes while the line is
 * disabled; the poll enables it and leaves. The first fix looks once more after that, at the same
 * time as the next interrupt may: a reply is handled twice. The second lets only one of them look:
 * an interrupt that comes between the poll's last look and its leave is turned away, and its reply
 * is handled when another comes (candidate K2). The nested interrupt of one CPU is enough.
 *
 * <p>For a reviewer: kernel/irq marks an interrupt that comes while an edge line is disabled as
 * pending and sends it again when it is enabled. If so, v5.9 lost nothing (d12-resend), and v6.18
 * does (d12-shipped); the report does not say how the interrupt was lost. Under LKMM: as under SC.
 */
final class D12IrqPoll {
  private static final int REPLIES = 3;

  private D12IrqPoll() {}

  static List<Case> all() {
    return List.of(
        of("d12-broken", new Version(false, false, false))
            .versions("v5.3 to v5.13, on a line whose interrupts are lost while it is disabled")
            .expect(sometimes(Violation.IO_HANG)),
        of("d12-resend", new Version(false, false, true))
            .versions("v5.3 to v5.13, on a line that sends them again")
            .expect(never()),
        of("d12-first-fix", new Version(true, false, false))
            .versions("v5.14 and v5.15")
            .expect(sometimes(Violation.INVARIANT)),
        of("d12-second-fix", new Version(true, true, false))
            .report("20210929124022.24605-2-sumit.saxena@broadcom.com")
            .versions("v5.16 to v6.18, on a line whose interrupts are lost while it is disabled")
            .expect(sometimes(Violation.IO_HANG)),
        of("d12-shipped", new Version(true, true, true))
            .report("20210929124022.24605-2-sumit.saxena@broadcom.com")
            .versions("v5.16 to v6.18, on a line that sends them again")
            .expect(sometimes(Violation.IO_HANG)));
  }

  private static Case of(String name, Version version) {
    return Case.of("reports/" + name, "every reply of the firmware is handled, and once")
        .subsystem("megaraid")
        .report("20210710022709.3170675-22-sashal@kernel.org")
        .limits(
            "three replies, a threshold of one, the reply queue does not wrap; the poll may run beside"
                + " an interrupt, but not before the one that scheduled it has returned")
        .program((machine, bounds) -> program(machine, new MegasasIrq(machine, version, REPLIES)));
  }

  private static Program program(Machine machine, MegasasIrq port) {
    return new Program(machine)
        .role(
            "firmware",
            reply -> {
              port.post(reply);
              return reply + 1 == REPLIES ? Role.END : reply + 1;
            })
        .role(
            "irq",
            turn -> {
              port.interrupt();
              return 0;
            })
        .role(
            "softirq",
            turn -> {
              port.irq_poll_softirq();
              return 0;
            })
        .completion(
            "every reply was handled",
            memory -> IntStream.range(0, REPLIES).allMatch(i -> memory.get(port.handled(i)) > 0));
  }
}
