// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.restarts;

import static hangproof.engine.cases.Expectation.never;
import static hangproof.engine.cases.Expectation.sometimes;

import hangproof.cases.restarts.RestartsProgram.Size;
import hangproof.cases.restarts.RestartsProgram.Version;
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
import hangproof.model.scsi.restarts.V3OnV54;
import hangproof.model.scsi.restarts.V4;
import hangproof.model.scsi.restarts.V4NoBarrier;
import hangproof.model.scsi.restarts.V4NoRerun;
import hangproof.model.scsi.restarts.V4PlainCounters;
import hangproof.model.scsi.restarts.V4PlainCountersNoBarrier;
import hangproof.model.scsi.restarts.V4TornCounters;
import hangproof.model.scsi.restarts.V513;
import hangproof.model.scsi.restarts.V513Draft;
import hangproof.model.scsi.restarts.V618;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** The restarts protocol on the faithful port. */
final class FaithfulCases {
  private static final String MAIL = "6f8790811e7a3238f2b0fa35fbb816bc@mail.gmail.com";
  private static final String LIMITS =
      "scheduler none, the queue busy throughout (so requests are dispatched one by one), no"
          + " refusal but for want of budget; tags are given back but not allocated";

  private FaithfulCases() {}

  static List<Case> all() {
    return List.of(
        // ---- up to v5.9
        of("unconditional-run", "a completion that always runs the queue wakes it", size(2, 1, 1))
            .versions("up to v5.9")
            .expect(sometimes(Violation.IO_HANG))
            .program(on(UnconditionalRun::new)),
        of("unconditional-run-kworker", "so it does if only one kworker dispatches", async(4, 1, 2))
            .versions("up to v5.9")
            .expect(never())
            .program(on(UnconditionalRun::new)),
        of(
                "unconditional-run-kworkers",
                "so it does with a kworker for each of three hardware queues",
                new Size(3, 1, 1, 1, false, 3, 3))
            .versions("up to v5.9")
            .expect(sometimes(Violation.IO_HANG))
            .program(on(UnconditionalRun::new)),
        // ---- November 2019
        of("v1", "a flag without a barrier wakes the queue", size(2, 1, 2))
            .versions("patch of 17 November 2019")
            .expect(MemoryModel.SC, never())
            .expect(MemoryModel.TSO, sometimes(Violation.IO_HANG))
            .expect(MemoryModel.LKMM, sometimes(Violation.IO_HANG))
            .program(on(V1::new)),
        of("v3", "the flag with one smp_mb() wakes the queue", size(2, 2, 2))
            .versions("patch of 21 November 2019")
            .expect(never())
            .program(on(V3::new)),
        of(
                "v3-two-hctxs",
                "the flag may be cleared by whoever gets a budget on another hardware queue",
                new Size(2, 1, 1, 1, false, 2, 2))
            .versions("patch of 21 November 2019")
            .expect(sometimes(Violation.IO_HANG))
            .program(on(V3::new)),
        of("v3-on-v54", "v3 wakes the queue under the dispatcher of its time", size(3, 1, 2))
            .versions("patch of 21 November 2019")
            .expect(sometimes(Violation.IO_HANG))
            .program(on(V3OnV54::new)),
        // ---- August 2020
        of("draft", "running the queue, then clearing restarts, wakes it", size(2, 2, 2))
            .hardware("JCStress DroppedRun.OfDraft, Lincheck restarts-draft")
            .versions("patch of 5 August 2020")
            .alsoAt(Map.of("submitters", 4, "requests", 1))
            .expect(sometimes(Violation.IO_HANG))
            .program(on(Draft::new)),
        of("draft-kworker", "so it does if only one kworker dispatches", async(2, 2, 2))
            .versions("patch of 5 August 2020")
            .expect(sometimes(Violation.IO_HANG))
            .program(on(Draft::new)),
        of("draft-three-requests", "three requests are too few for a hang", size(3, 1, 2))
            .versions("patch of 5 August 2020")
            .expect(never())
            .program(on(Draft::new)),
        of("clear-always", "the draft may clear restarts whatever it is", size(3, 1, 1))
            .versions("none")
            .expect(sometimes(Violation.IO_HANG))
            .program(on(ClearAlways::new)),
        of("first-theory", "a refused request is always in a list", size(3, 1, 2))
            .versions("patch of 5 August 2020")
            .expect(never())
            .program(on(FirstTheory::new)),
        of(
                "dequeue-before-budget",
                "a dispatcher may dequeue before it has a budget",
                size(2, 1, 2))
            .versions("none")
            .expect(sometimes(Violation.IO_HANG))
            .program(on(DequeueBeforeBudget::new)),
        of("tester-diff", "clearing restarts, then running the queue, wakes it", size(3, 1, 2))
            .versions("diff of 8 August 2020")
            .alsoAt(Map.of("depth", 2))
            .alsoAt(Map.of("submitters", 2, "requests", 2))
            .alsoAt(Map.of("submitters", 4))
            .expect(never())
            .program(on(TesterDiff::new)),
        of("v4", "a run by whoever cleared restarts wakes the queue", size(3, 1, 2))
            .hardware("JCStress DroppedRun.OfV4, Lincheck restarts-v4")
            .versions("v5.10 to v5.12")
            .alsoAt(Map.of("depth", 2))
            .alsoAt(Map.of("submitters", 2, "requests", 2))
            .alsoAt(Map.of("submitters", 4))
            .expect(never())
            .program(on(V4::new)),
        of("v4-two-hctxs", "so it does for two hardware queues", new Size(2, 1, 2, 1, true, 2, 2))
            .versions("v5.10 to v5.12")
            .expect(never())
            .program(on(V4::new)),
        of("v4-kworker", "so it does if only one kworker dispatches", async(2, 2, 2))
            .versions("v5.10 to v5.12")
            .expect(never())
            .program(on(V4::new)),
        of("v4-direct", "so it does when requests are issued without a queue", size(2, 1, 2))
            .versions("v5.10 to v5.12")
            .alsoAt(Map.of("submitters", 3))
            .expect(never())
            .program(onDirect(V4::new)),
        of(
                "draft-direct",
                "the draft wakes it when requests are issued without a queue",
                size(2, 2, 2))
            .versions("patch of 5 August 2020")
            .expect(sometimes(Violation.IO_HANG))
            .program(onDirect(Draft::new)),
        // ---- what v4 needs
        of("v4-no-rerun", "an unused budget may be given back in silence", size(3, 1, 1))
            .versions("none")
            .expect(sometimes(Violation.IO_HANG))
            .program(on(V4NoRerun::new)),
        of("v4-no-rerun-kworker", "it may if only one kworker dispatches", async(2, 2, 2))
            .versions("none")
            .expect(never())
            .program(on(V4NoRerun::new)),
        of("v4-no-barrier", "v4 needs no barrier where atomics are LOCKed", size(2, 1, 2))
            .hardware("JCStress StoreBuffering.AtomicWithoutBarrier")
            .versions("none")
            .alsoAt(Map.of("submitters", 3), MemoryModel.SC, MemoryModel.TSO)
            .expect(never())
            .expect(MemoryModel.LKMM, sometimes(Violation.IO_HANG))
            .program(on(V4NoBarrier::new)),
        of("v4-plain-counters", "with plain counters smp_mb() is enough", size(2, 1, 2))
            .hardware("JCStress StoreBuffering.PlainCounterWithBarrier")
            .versions("none")
            .expect(never())
            .program(on(V4PlainCounters::new)),
        of("v4-plain-counters-no-barrier", "with plain counters it is not needed", size(2, 1, 2))
            .hardware("JCStress StoreBuffering.PlainCounterWithoutBarrier")
            .versions("none")
            .expect(MemoryModel.SC, never())
            .expect(MemoryModel.TSO, sometimes(Violation.IO_HANG))
            .program(on(V4PlainCountersNoBarrier::new)),
        of("v4-torn-counters", "plain counters need no lock", size(2, 1, 2))
            .versions("none")
            .expect(sometimes(Violation.INVARIANT))
            .program(on(V4TornCounters::new)),
        // ---- the budget in a bitmap
        budgetMap(
                "v5-13",
                "with a budget map a run by whoever cleared restarts wakes the queue",
                size(3, 1, 1))
            .alsoAt(Map.of("completers", 2))
            .versions("v5.13 to v6.10, with the dispatcher of v5.10")
            .expect(never())
            .program(on(V513::new)),
        budgetMap("v6-18", "so it does if the map is cleared under a lock", size(3, 1, 1))
            .alsoAt(Map.of("completers", 2))
            .versions("v6.11 to v6.18, with the dispatcher of v5.10")
            .expect(never())
            .program(on(V618::new)),
        budgetMap(
                "v5-13-draft",
                "running the queue, then clearing restarts, wakes it",
                async(4, 1, 2))
            .versions("none")
            .expect(sometimes(Violation.IO_HANG))
            .program(on(V513Draft::new)));
  }

  /** See {@link RestartsCases#patch}. */
  static Case patch(String name, String claim, Version version) {
    return sized(Case.of(name, claim).versions("none"), size(3, 1, 2), 7).program(on(version));
  }

  /** Submitters run the queue themselves. */
  private static Size size(int submitters, int requests, int completers) {
    return new Size(submitters, requests, completers, 1, true);
  }

  /** Submitters leave the queue to the kworker. */
  private static Size async(int submitters, int requests, int completers) {
    return new Size(submitters, requests, completers, 1, false);
  }

  private static Case of(String version, String claim, Size usual) {
    return of(version, claim, usual, 7);
  }

  private static Case of(String version, String claim, Size usual, int deepest) {
    return sized(Case.of("restarts/" + version, claim).report(MAIL), usual, deepest);
  }

  private static Case sized(Case c, Size usual, int deepest) {
    return c.subsystem("scsi")
        .limits(LIMITS)
        .parameter("submitters", usual.submitters(), 1, 7)
        .parameter("requests", usual.requests(), 1, 7)
        .parameter("completers", usual.completers(), 1, 4)
        .parameter("depth", usual.depth(), 1, deepest)
        .parameter("inline", usual.inline() ? 1 : 0, 0, 1)
        .parameter("ctxs", usual.ctxs(), 1, 4)
        .parameter("hctxs", usual.hctxs(), 1, 4);
  }

  /** A device of depth 1. */
  private static Case budgetMap(String version, String claim, Size usual) {
    return of(version, claim, usual, 1).limits(LIMITS + "; a device of depth 1");
  }

  private static BiFunction<Machine, Bounds, Program> on(Version version) {
    return (machine, b) -> RestartsProgram.build(machine, size(b), version);
  }

  /** Submitters issue their requests directly, and run the queue if that is refused. */
  private static BiFunction<Machine, Bounds, Program> onDirect(Version version) {
    return (machine, b) -> RestartsProgram.buildDirect(machine, size(b), version);
  }

  private static Size size(Bounds b) {
    return new Size(
        b.get("submitters"),
        b.get("requests"),
        b.get("completers"),
        b.get("depth"),
        b.get("inline") == 1,
        b.get("ctxs"),
        b.get("hctxs"));
  }
}
