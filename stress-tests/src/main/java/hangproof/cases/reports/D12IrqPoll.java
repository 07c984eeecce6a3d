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

/** D12. */
final class D12IrqPoll {
  private static final int REPLIES = 3;

  private D12IrqPoll() {}

  static List<Case> all() {
    return List.of(
        of("d12-broken", new Version(false, false, false)).expect(sometimes(Violation.IO_HANG)),
        of("d12-resend", new Version(false, false, true)).expect(never()),
        of("d12-first-fix", new Version(true, false, false)).expect(sometimes(Violation.INVARIANT)),
        of("d12-fixed", new Version(true, true, false)).expect(never()),
        of("d12-fixed-resend", new Version(true, true, true)).expect(never()));
  }

  private static Case of(String name, Version version) {
    return Case.of("reports/" + name, "every reply of the firmware is handled, and once")
        .subsystem("megaraid")
        .report("20210710022709.3170675-22-sashal@kernel.org")
        .limits("three replies, a threshold of one")
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
