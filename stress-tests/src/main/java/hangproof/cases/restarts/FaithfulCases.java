// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.restarts;

import static hangproof.engine.cases.Expectation.never;
import static hangproof.engine.cases.Expectation.sometimes;

import hangproof.engine.MemoryModel;
import hangproof.engine.cases.Bounds;
import hangproof.engine.cases.Case;
import hangproof.engine.explorer.Violation;
import hangproof.machine.Machine;
import hangproof.machine.Program;
import hangproof.model.scsi.restarts.ClearAlways;
import hangproof.model.scsi.restarts.DequeueBeforeBudget;
import hangproof.model.scsi.restarts.Draft;
import hangproof.model.scsi.restarts.FirstTheory;
import hangproof.model.scsi.restarts.TesterDiff;
import hangproof.model.scsi.restarts.UnconditionalRun;
import hangproof.model.scsi.restarts.V1;
import hangproof.model.scsi.restarts.V3;
import hangproof.model.scsi.restarts.V4;
import hangproof.model.scsi.restarts.V4NoBarrier;
import hangproof.model.scsi.restarts.V4NoKick;
import hangproof.model.scsi.restarts.V4PlainCounters;
import hangproof.model.scsi.restarts.V4PlainCountersNoBarrier;
import hangproof.model.scsi.restarts.V4TornCounters;
import java.util.List;
import java.util.Map;

/** The restarts protocol on the faithful port. */
final class FaithfulCases {
  private static final String DRAFT_MAIL = "6f8790811e7a3238f2b0fa35fbb816bc@mail.gmail.com";
  private static final String FLAG_MAIL = "20191121032634.32650-1-ming.lei@redhat.com";
  private static final String LIMITS =
      "one device and one hardware queue without elevator; tags are never short; no starved list,"
          + " no blocked device";

  private FaithfulCases() {}

  static List<Case> all() {
    return List.of(
        of("unconditional-run", "a completion that always runs the queue wakes it", 2, 1, 1)
            .versions("up to v5.9")
            .report("none: found by this model")
            .expect(sometimes(Violation.IO_HANG))
            .program((m, b) -> build(m, b, UnconditionalRun::new)),
        of("v1", "a flag without a barrier wakes the queue", 2, 1, 2)
            .versions("patch of 17 November 2019, against v5.4")
            .report(FLAG_MAIL)
            .expect(MemoryModel.SC, never())
            .expect(MemoryModel.TSO, sometimes(Violation.IO_HANG))
            .program((m, b) -> build(m, b, V1::new)),
        of("v3", "the flag with one smp_mb() wakes the queue", 2, 1, 2)
            .versions("patch of 21 November 2019, against v5.4")
            .report(FLAG_MAIL)
            .expect(never())
            .program((m, b) -> build(m, b, V3::new)),
        of("draft", "running the queue, then clearing restarts, wakes it", 2, 2, 2)
            .versions("patch of 5 August 2020")
            .alsoAt(Map.of("submitters", 4, "requests", 1))
            .expect(sometimes(Violation.IO_HANG))
            .program((m, b) -> build(m, b, Draft::new)),
        of("draft-three-requests", "three requests are too few for the draft to hang", 3, 1, 2)
            .versions("patch of 5 August 2020")
            .expect(never())
            .program((m, b) -> build(m, b, Draft::new)),
        of("clear-always", "the draft may clear restarts whatever it is", 3, 1, 1)
            .versions("none: the draft without its comparison")
            .expect(sometimes(Violation.IO_HANG))
            .program((m, b) -> build(m, b, ClearAlways::new)),
        of("tester-diff", "clearing restarts before the run wakes the queue", 3, 1, 2)
            .versions("mail of 10 August 2020")
            .alsoAt(Map.of("depth", 2))
            .alsoAt(Map.of("submitters", 2, "requests", 2))
            .alsoAt(Map.of("submitters", 4))
            .expect(never())
            .program((m, b) -> build(m, b, TesterDiff::new)),
        of("v4", "a run by whoever cleared restarts wakes the queue", 3, 1, 2)
            .versions("v5.10 (ed5dd6a67d5e)")
            .alsoAt(Map.of("depth", 2))
            .alsoAt(Map.of("submitters", 2, "requests", 2))
            .alsoAt(Map.of("submitters", 4))
            .expect(never())
            .program((m, b) -> build(m, b, V4::new)),
        of("v4-no-rerun", "v4 needs no re-run when a taken budget finds nothing", 3, 1, 1)
            .versions("none: v4 without the delayed run of blk_mq_do_dispatch_ctx")
            .expect(sometimes(Violation.IO_HANG))
            .program((m, b) -> build(m, b, V4NoKick::new)),
        of("v4-no-barrier", "v4 needs no barrier where atomics are LOCKed", 2, 1, 2)
            .versions("none: v4 without smp_mb__after_atomic()")
            .alsoAt(Map.of("submitters", 3))
            .expect(never())
            .program((m, b) -> build(m, b, V4NoBarrier::new)),
        of("v4-plain-counters", "v4 on counters that are not LOCKed wakes the queue", 2, 1, 2)
            .versions("none: v4 on atomic_t as sparc32 has it")
            .expect(never())
            .program((m, b) -> build(m, b, V4PlainCounters::new)),
        of("v4-plain-counters-no-barrier", "and needs no barrier there", 2, 1, 2)
            .versions("none")
            .expect(MemoryModel.SC, never())
            .expect(MemoryModel.TSO, sometimes(Violation.IO_HANG))
            .program((m, b) -> build(m, b, V4PlainCountersNoBarrier::new)),
        of("v4-torn-counters", "the budget may be a counter without lock or atomic", 2, 1, 2)
            .versions("none")
            .expect(sometimes(Violation.INVARIANT))
            .program((m, b) -> build(m, b, V4TornCounters::new)),
        of("first-theory", "a refused request is always in a list when a completion runs", 2, 1, 2)
            .versions("patch of 5 August 2020")
            .expect(never())
            .program((m, b) -> build(m, b, FirstTheory::new)),
        of("dequeue-before-budget", "a dispatcher may dequeue before it has a budget", 2, 1, 2)
            .versions("none: the control of first-theory")
            .expect(sometimes(Violation.IO_HANG))
            .program((m, b) -> build(m, b, DequeueBeforeBudget::new)));
  }

  private static Case of(String version, String claim, int submitters, int requests, int irqs) {
    return Case.of("restarts/" + version, claim)
        .subsystem("scsi")
        .report(DRAFT_MAIL)
        .limits(LIMITS)
        .parameter("submitters", submitters, 1, 7)
        .parameter("requests", requests, 1, 4)
        .parameter("completers", irqs, 1, 4)
        .parameter("depth", 1, 1, 4)
        .parameter("inline", 1, 0, 1);
  }

  private static Program build(Machine machine, Bounds b, RestartsProgram.Version version) {
    return RestartsProgram.build(
        machine,
        new RestartsProgram.Size(
            b.get("submitters"),
            b.get("requests"),
            b.get("completers"),
            b.get("depth"),
            b.get("inline") == 1),
        version);
  }
}
