// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.reports;

import static hangproof.engine.cases.Expectation.never;
import static hangproof.engine.cases.Expectation.sometimes;

import hangproof.cases.restarts.ReducedProgram;
import hangproof.engine.MemoryModel;
import hangproof.engine.cases.Case;
import hangproof.engine.explorer.Violation;
import hangproof.model.reduced.V4PlainCountersNoBarrier;
import hangproof.model.reduced.V4TagFree;
import hangproof.model.reduced.V4TagFreeNoBarrier;
import java.util.List;

/**
 * A19: who is refused raises restarts and looks at device_busy, the completion lowers device_busy
 * and looks at restarts. Where atomics are LOCKed nothing more is needed; elsewhere the one side
 * needs smp_mb__after_atomic(), and the other leans on the barriers of its tag's free. With plain
 * counters ({@code a19-plain}) x86 shows it too.
 */
final class A19RestartsBarrier {
  private A19RestartsBarrier() {}

  static List<Case> all() {
    return List.of(
        of(
                "broken",
                "no barrier is needed between restarts and device_busy",
                V4TagFreeNoBarrier::new)
            .versions("none")
            .expect(never())
            .expect(MemoryModel.LKMM, sometimes(Violation.IO_HANG)),
        of("plain", "so it is with plain counters", V4PlainCountersNoBarrier::new)
            .versions("none")
            .expect(MemoryModel.SC, never())
            .expect(MemoryModel.TSO, sometimes(Violation.IO_HANG)),
        of("fixed", "with one there is no lost run", V4TagFree::new)
            .versions("since v5.10")
            .expect(never())
            .expect(MemoryModel.LKMM, never()));
  }

  private static Case of(String name, String claim, ReducedProgram.Version version) {
    return Case.of("reports/a19-" + name, claim)
        .subsystem("scsi")
        .report("20200910075056.36509-1-ming.lei@redhat.com")
        .limits("the reduced port: requests without identity, one software queue as one word")
        .parameter("requests", 2, 1, 4)
        .program(
            (machine, bounds) ->
                ReducedProgram.build(machine, version, 1, bounds.get("requests"), 1, 1));
  }
}
