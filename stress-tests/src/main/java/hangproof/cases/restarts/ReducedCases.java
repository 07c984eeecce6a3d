// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.restarts;

import static hangproof.engine.cases.Expectation.never;
import static hangproof.engine.cases.Expectation.sometimes;

import hangproof.engine.MemoryModel;
import hangproof.engine.cases.Case;
import hangproof.engine.explorer.Violation;
import hangproof.model.reduced.ClearAlways;
import hangproof.model.reduced.DequeueBeforeBudget;
import hangproof.model.reduced.Draft;
import hangproof.model.reduced.FirstTheory;
import hangproof.model.reduced.TesterDiff;
import hangproof.model.reduced.UnconditionalRun;
import hangproof.model.reduced.V1;
import hangproof.model.reduced.V3;
import hangproof.model.reduced.V4;
import hangproof.model.reduced.V4NoBarrier;
import hangproof.model.reduced.V4NoRerun;
import hangproof.model.reduced.V4PlainCounters;
import hangproof.model.reduced.V4PlainCountersNoBarrier;
import hangproof.model.reduced.V4TagFree;
import hangproof.model.reduced.V4TagFreeNoBarrier;
import java.util.List;
import java.util.Map;

/** The restarts protocol on the reduced port: the yardstick against other tools. */
final class ReducedCases {
  private static final String MAIL = "6f8790811e7a3238f2b0fa35fbb816bc@mail.gmail.com";
  private static final String LIMITS =
      "requests without identity; one software queue as one word; the device ends commands at any"
          + " time; but for v4-tag-free, no tags, whose barriers the completion needs under LKMM";

  private ReducedCases() {}

  static List<Case> all() {
    return List.of(
        of("unconditional-run", "a completion that always runs the queue wakes it", 2, 1, 1)
            .versions("up to v5.9")
            .expect(sometimes(Violation.IO_HANG))
            .expect(MemoryModel.LKMM, sometimes(Violation.IO_HANG))
            .program((m, b) -> ReducedProgram.build(m, UnconditionalRun::new, b)),
        of("v1", "a flag without a barrier wakes the queue", 2, 1, 2)
            .versions("patch of November 2019")
            .expect(MemoryModel.SC, never())
            .expect(MemoryModel.TSO, sometimes(Violation.IO_HANG))
            .expect(MemoryModel.LKMM, sometimes(Violation.IO_HANG))
            .program((m, b) -> ReducedProgram.build(m, V1::new, b)),
        of("v3", "the flag with one smp_mb() wakes the queue", 2, 1, 2)
            .versions("patch of November 2019")
            .expect(never())
            .expect(MemoryModel.LKMM, sometimes(Violation.IO_HANG))
            .program((m, b) -> ReducedProgram.build(m, V3::new, b)),
        of("draft", "running the queue, then clearing restarts, wakes it", 2, 2, 2)
            .versions("patch of 5 August 2020")
            .expect(sometimes(Violation.IO_HANG))
            .expect(MemoryModel.LKMM, sometimes(Violation.IO_HANG))
            .program((m, b) -> ReducedProgram.build(m, Draft::new, b)),
        of("draft-three-requests", "three requests are too few for the draft to hang", 3, 1, 2)
            .versions("patch of 5 August 2020")
            .expect(never())
            .program((m, b) -> ReducedProgram.build(m, Draft::new, b)),
        of("clear-always", "the draft may clear restarts whatever it is", 3, 1, 1)
            .versions("none")
            .expect(sometimes(Violation.IO_HANG))
            .program((m, b) -> ReducedProgram.build(m, ClearAlways::new, b)),
        of("tester-diff", "clearing restarts before the run wakes the queue", 3, 1, 2)
            .versions("mail of 10 August 2020")
            .expect(never())
            .program((m, b) -> ReducedProgram.build(m, TesterDiff::new, b)),
        of("v4", "a run by whoever cleared restarts wakes the queue", 3, 1, 2)
            .versions("v5.10")
            .expect(never())
            .expect(MemoryModel.LKMM, sometimes(Violation.IO_HANG))
            .program((m, b) -> ReducedProgram.build(m, V4::new, b)),
        of("v4-depth-2", "so it does when the device takes two commands", 3, 1, 2, 2)
            .versions("v5.10")
            .expect(never())
            .program((m, b) -> ReducedProgram.build(m, V4::new, b)),
        of("v4-no-rerun", "v4 needs no re-run when a taken budget finds nothing", 3, 1, 1)
            .versions("none")
            .expect(sometimes(Violation.IO_HANG))
            .program((m, b) -> ReducedProgram.build(m, V4NoRerun::new, b)),
        of("v4-no-barrier", "v4 needs no barrier where atomics are LOCKed", 3, 1, 2)
            .versions("none")
            .expect(never())
            .expect(MemoryModel.LKMM, sometimes(Violation.IO_HANG))
            .program((m, b) -> ReducedProgram.build(m, V4NoBarrier::new, b)),
        of("v4-tag-free", "a run by whoever cleared restarts wakes the queue", 1, 2, 1)
            .versions("v5.10")
            .alsoAt(Map.of("submitters", 2, "requests", 1))
            .expect(never())
            .expect(MemoryModel.LKMM, never())
            .program((m, b) -> ReducedProgram.build(m, V4TagFree::new, b)),
        of("v4-tag-free-no-barrier", "v4 needs no barrier where atomics are LOCKed", 1, 2, 1)
            .versions("none")
            .alsoAt(Map.of("submitters", 2, "requests", 1))
            .expect(never())
            .expect(MemoryModel.LKMM, sometimes(Violation.IO_HANG))
            .program((m, b) -> ReducedProgram.build(m, V4TagFreeNoBarrier::new, b)),
        of("v4-plain-counters", "v4 with a plain counter and smp_mb() wakes the queue", 2, 1, 2)
            .versions("none")
            .expect(never())
            .program((m, b) -> ReducedProgram.build(m, V4PlainCounters::new, b)),
        of(
                "v4-plain-counters-no-barrier",
                "with a plain counter the barrier is not needed",
                2,
                1,
                2)
            .versions("none")
            .expect(MemoryModel.SC, never())
            .expect(MemoryModel.TSO, sometimes(Violation.IO_HANG))
            .program((m, b) -> ReducedProgram.build(m, V4PlainCountersNoBarrier::new, b)),
        of("first-theory", "a refused request is always in a list when a completion runs", 2, 1, 2)
            .versions("patch of 5 August 2020")
            .expect(never())
            .program((m, b) -> ReducedProgram.build(m, FirstTheory::new, b)),
        of("dequeue-before-budget", "a dispatcher may dequeue before it has a budget", 2, 1, 2)
            .versions("none")
            .expect(sometimes(Violation.IO_HANG))
            .program((m, b) -> ReducedProgram.build(m, DequeueBeforeBudget::new, b)));
  }

  private static Case of(String version, String claim, int submitters, int requests, int irqs) {
    return of(version, claim, submitters, requests, irqs, 1);
  }

  private static Case of(
      String version, String claim, int submitters, int requests, int irqs, int depth) {
    return Case.of("restarts-reduced/" + version, claim)
        .subsystem("scsi")
        .report(MAIL)
        .limits(LIMITS)
        .parameter("submitters", submitters, 1, 8)
        .parameter("requests", requests, 1, 4)
        .parameter("completers", irqs, 1, 4)
        .parameter("depth", depth, 1, 4);
  }
}
