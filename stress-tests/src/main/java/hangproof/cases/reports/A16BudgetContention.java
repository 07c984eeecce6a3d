// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.reports;

import static hangproof.engine.cases.Expectation.never;
import static hangproof.engine.cases.Expectation.sometimes;

import hangproof.engine.cases.Bounds;
import hangproof.engine.cases.Case;
import hangproof.engine.explorer.Violation;
import hangproof.machine.Machine;
import hangproof.machine.Program;
import hangproof.machine.Role;
import hangproof.model.block.BlkMq;
import hangproof.model.block.Geometry;
import hangproof.model.block.Geometry.Path;
import hangproof.model.block.versions.V57;
import hangproof.model.block.versions.V57RerunUnusedBudget;
import hangproof.model.scsi.restarts.IdleRun;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A16: a dispatcher takes the only budget, and the scheduler, which said that it has work, gives it
 * nothing; meanwhile the request comes that the scheduler was waiting for, and its submitter is
 * refused a budget; then the first gives the budget back, and nobody runs the queue.
 *
 * <p>{@code restarts/v4-no-rerun} is the same without a scheduler, for which it takes three
 * submitters.
 */
final class A16BudgetContention {
  private A16BudgetContention() {}

  static List<Case> all() {
    return List.of(
        of("broken", "an unused budget may be given back in silence")
            .versions("v4.16 to v5.7")
            .expect(sometimes(Violation.IO_HANG))
            .program(on(V57::new)),
        of("fixed", "whoever gives back an unused budget has all queues run after a while")
            .versions("since v5.8, a0823421a4d7")
            .expect(never())
            .program(on(V57RerunUnusedBudget::new)));
  }

  private static Case of(String version, String claim) {
    return Case.of("reports/a16-" + version, claim)
        .subsystem("block")
        .report("20200420092357.v5.3.I28278ef8ea27afc0ec7e597752a6d4e58c16176f@changeid")
        .limits(
            "a SCSI disk of depth 1, dispatcher of v5.7; a scheduler that stands for BFQ, and whose"
                + " timer is cancelled by the request that it waits for; driver tags for all")
        .parameter("held", 1, 1, 5);
  }

  /** Requests that the scheduler holds back; then the one that it waits for. */
  private static BiFunction<Machine, Bounds, Program> on(Function<Machine, BlkMq> version) {
    return (machine, bounds) -> {
      int held = bounds.get("held");
      Geometry geometry = new Geometry(1, 1, held + 1, Set.of(Path.IDLING_ELEVATOR));
      BlkMq blk = version.apply(machine);
      ScsiDisk disk =
          new ScsiDisk(
              machine, new hangproof.model.scsi.Bounds(geometry, 1, 2, 1), IdleRun::new, blk, 0);
      Harness harness =
          new Harness(machine, held + 1)
              .role(
                  "submit",
                  n -> {
                    int rq = n < held ? n + 2 : 1;
                    blk.sched().blk_mq_sched_insert_request(disk.lib.q, rq, false, true, n < held);
                    return n < held ? n + 1 : Role.END;
                  })
              .irq(disk::complete)
              .kblockd(blk, disk.lib.q)
              .tagsReturned(disk.lib.q);
      disk.claims(harness.program());
      return harness.program();
    };
  }
}
