// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.reports;

import static hangproof.engine.cases.Expectation.never;
import static hangproof.engine.cases.Expectation.sometimes;

import hangproof.engine.MemoryModel;
import hangproof.engine.cases.Bounds;
import hangproof.engine.cases.Case;
import hangproof.engine.explorer.Violation;
import hangproof.machine.Machine;
import hangproof.machine.Program;
import hangproof.machine.Role;
import hangproof.model.block.BlkMq;
import hangproof.model.block.BlkMqSched;
import hangproof.model.block.Geometry;
import hangproof.model.block.Geometry.Path;
import hangproof.model.block.versions.V57;
import hangproof.model.block.versions.V57NoBudgetIsAReason;
import hangproof.model.scsi.restarts.IdleRun;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A15: a dispatcher took a request off {@code hctx->dispatch} and is refused a budget; before it
 * has put the request back, the command that held the budget ends and runs queues that are empty.
 *
 * <p>SCHED_RESTART does not help, for it is that of the other hardware queue that the completion
 * looks at. With one hardware queue it does help ({@code a15-one-queue}): the budget is given back
 * before the tag, so the completion that could have granted it comes after the mark. (On x86 v5.7
 * has the square of {@link A03DispatchVersusRestart} there.)
 */
final class A15NoBudgetIsAReason {
  private A15NoBudgetIsAReason() {}

  static List<Case> all() {
    return List.of(
        of("broken", "who gives the budget back runs the queue", 2)
            .versions("v4.16 to v5.7")
            .expect(sometimes(Violation.IO_HANG))
            .program(on(V57::new)),
        of("one-queue", "so it does with a single hardware queue", 1)
            .versions("v4.16 to v5.7")
            .expect(MemoryModel.SC, never())
            .expect(MemoryModel.TSO, sometimes(Violation.IO_HANG))
            .program(on(V57::new)),
        of("fixed", "a dispatcher whose leftovers had no budget comes back after a while", 2)
            .versions("since v5.8, ab3cee3762e5")
            .expect(never())
            .program(on(V57NoBudgetIsAReason::new)));
  }

  private static Case of(String version, String claim, int hctxs) {
    return Case.of("reports/a15-" + version, claim)
        .subsystem("block")
        .report("20200420162454.48679-1-dianders@chromium.org")
        .limits("a SCSI disk of depth 1, dispatcher of v5.7; a passthrough request is the leftover")
        .parameter("hctxs", hctxs, 1, 2);
  }

  /** An ordinary request on one hardware queue, then a passthrough request on another. */
  private static BiFunction<Machine, Bounds, Program> on(Function<Machine, BlkMq> version) {
    return (machine, bounds) -> {
      int hctxs = bounds.get("hctxs");
      Geometry geometry = new Geometry(hctxs, hctxs, 2, Set.of(Path.DISPATCH));
      BlkMq blk = version.apply(machine);
      ScsiDisk disk =
          new ScsiDisk(
              machine,
              new hangproof.model.scsi.Bounds(geometry, 1, hctxs + 1, 1),
              IdleRun::new,
              blk,
              0);
      BlkMqSched sched = blk.sched();
      Harness harness =
          new Harness(machine, 2)
              .role(
                  "submit",
                  n -> {
                    if (n == 0) {
                      sched.blk_mq_sched_insert_request(disk.lib.q, 1, false, true, false);
                      return 1;
                    }
                    sched.blk_mq_sched_insert_passthrough_request(
                        disk.lib.q, 2, false, true, false);
                    return Role.END;
                  })
              .irq(disk::complete)
              .kblockd(blk, disk.lib.q)
              .tagsReturned(disk.lib.q);
      disk.claims(harness.program());
      return harness.program();
    };
  }
}
