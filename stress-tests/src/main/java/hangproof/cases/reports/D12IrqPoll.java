// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.reports;

import static hangproof.engine.cases.Expectation.never;
import static hangproof.engine.cases.Expectation.sometimes;

import hangproof.engine.cases.Case;
import hangproof.engine.explorer.Violation;
import hangproof.machine.Atomic;
import hangproof.machine.Machine;
import hangproof.machine.Port;
import hangproof.machine.Program;
import hangproof.machine.Role;
import hangproof.model.kernel.irq.Genirq;
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
 * <p>How the interrupt was lost, the report does not say. kernel/irq of v5.9 and v6.18 marks one
 * that comes while the line is disabled as pending, and enable_irq has the chip send it again
 * (check_irq_resend); if the chip cannot, a tasklet handles it (CONFIG_HARDIRQS_SW_RESEND), which
 * x86, arm, arm64, mips and powerpc with XICS or XIVE select. So there v5.9 lost nothing
 * (d12-resend), and v6.18 does (d12-shipped); d12-broken and d12-second-fix need a platform that
 * has neither. Under LKMM: as under SC.
 */
final class D12IrqPoll extends Port {
  private static final int REPLIES = 3;
  private static final String NEITHER =
      ", on a platform that can send no interrupt again: kernel/irq says of none that it is one";
  private static final String RESENT = ", on x86, arm64, powerpc";

  private final MegasasIrq port;
  private final List<Atomic> handled;

  private D12IrqPoll(Machine machine, Version version, boolean retriggers) {
    super(machine);
    this.handled =
        IntStream.range(0, REPLIES).mapToObj(i -> machine.atomic("handled" + i, 0, 0, 2)).toList();
    this.port =
        new MegasasIrq(
            machine,
            "",
            version,
            true,
            new Genirq(machine, "irq", retriggers),
            REPLIES,
            this::scsi_done);
  }

  static List<Case> all() {
    return List.of(
        of("d12-broken", new Version(false, false), false)
            .versions("v5.3 to v5.13" + NEITHER)
            .expect(sometimes(Violation.IO_HANG)),
        of("d12-resend", new Version(false, false), true)
            .versions("v5.3 to v5.13" + RESENT)
            .expect(never()),
        of("d12-first-fix", new Version(true, false), false)
            .versions("v5.14 and v5.15")
            .expect(sometimes(Violation.INVARIANT)),
        of("d12-second-fix", new Version(true, true), false)
            .report("20210929124022.24605-2-sumit.saxena@broadcom.com")
            .versions("v5.16 to v6.18" + NEITHER)
            .expect(sometimes(Violation.IO_HANG)),
        of("d12-shipped", new Version(true, true), true)
            .report("20210929124022.24605-2-sumit.saxena@broadcom.com")
            .versions("v5.16 to v6.18" + RESENT)
            .expect(sometimes(Violation.IO_HANG)));
  }

  private static Case of(String name, Version version, boolean retriggers) {
    return Case.of("reports/" + name, "every reply of the firmware is handled, and once")
        .subsystem("megaraid")
        .report("20210710022709.3170675-22-sashal@kernel.org")
        .limits(
            "three replies, a threshold of one, the reply queue does not wrap; the poll may run beside"
                + " an interrupt, but not before the one that scheduled it has returned")
        .program((machine, bounds) -> new D12IrqPoll(machine, version, retriggers).program());
  }

  private void scsi_done(int smid) {
    BUG_ON(atomic_inc_return(handled.get(smid - 1)) > 1, "a reply is handled once");
  }

  private Program program() {
    return new Program(machine)
        .role(
            "firmware",
            reply -> {
              port.post(reply + 1);
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
            "every reply was handled", memory -> handled.stream().allMatch(h -> memory.get(h) > 0));
  }
}
