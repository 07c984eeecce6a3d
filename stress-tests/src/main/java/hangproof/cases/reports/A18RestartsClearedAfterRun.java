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
import hangproof.model.scsi.ScsiLib;
import hangproof.model.scsi.restarts.Draft;
import hangproof.model.scsi.restarts.V4;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * A18: a completion runs the queue and then takes the count of refusals back, by which it may take
 * back a later refusal. The protocol by itself is in {@code restarts/...}.
 *
 * <p>With {@code leftovers=1} the dispatch list, SCHED_RESTART and the dispatcher's own delayed
 * runs are part of the search, with {@code passthrough=1} a request that uses them is. They do not
 * save the draft: a dispatcher that takes the budget before the request has no leftovers when it is
 * refused. (Under SC with {@code requests=1 passthrough=1 busy=1} its hang is 78 steps away, among
 * 15.6 million states.)
 */
final class A18RestartsClearedAfterRun {
  private A18RestartsClearedAfterRun() {}

  static List<Case> all() {
    return List.of(
        of("broken", "running the queue, then clearing restarts, wakes it")
            .versions("patch of 5 August 2020")
            .alsoAt(Map.of("leftovers", 1))
            .expect(sometimes(Violation.IO_HANG))
            .program(on((machine, bounds, hostt, blk) -> new Draft(machine, bounds, hostt))),
        of("fixed", "a run by whoever cleared restarts wakes the queue")
            .versions("since v5.10, ed5dd6a67d5e")
            .alsoAt(Map.of("leftovers", 1))
            .expect(never())
            .program(on(V4::new)));
  }

  private static Case of(String version, String claim) {
    return Case.of("reports/a18-" + version, claim)
        .subsystem("scsi")
        .report("6f8790811e7a3238f2b0fa35fbb816bc@mail.gmail.com")
        .limits(
            "a SCSI disk of depth 1, which at first may have a command of another hardware queue; one hardware queue, run by its kworker alone; no scheduler; the"
                + " delayed run comes back when nobody has a budget, not before")
        .parameter("submitters", 2, 1, 4)
        .parameter("requests", 2, 1, 4)
        .parameter("leftovers", 0, 0, 1)
        .parameter("passthrough", 0, 0, 1)
        .parameter("busy", 0, 0, 1);
  }

  private static BiFunction<Machine, Bounds, Program> on(ScsiDisk.Midlayer midlayer) {
    return (machine, bounds) -> {
      int submitters = bounds.get("submitters");
      int each = bounds.get("requests");
      int passthrough = bounds.get("passthrough");
      int busy = bounds.get("busy");
      int requests = submitters * each + passthrough;
      boolean leftovers = bounds.get("leftovers") + passthrough != 0;
      Geometry geometry =
          new Geometry(1, 1, requests, leftovers ? Set.of(Path.DISPATCH) : Set.of());
      ScsiDisk disk =
          new ScsiDisk(
              machine,
              new hangproof.model.scsi.Bounds(geometry, 1, 2, 3 * requests, 0, busy),
              midlayer,
              new BlkMq(machine),
              0);
      ScsiLib lib = disk.lib;
      Harness harness =
          new Harness(machine, requests)
              .kblockd(lib.blk, lib.q, disk::awaitIdle)
              .tagsReturned(lib.q);
      if (busy == 0) {
        harness.irqs(2, disk::complete);
      } else {
        harness.irq(disk::completeAnother, disk::complete).irq(disk::complete);
      }
      harness
          .program()
          .roles(
              submitters,
              "submit",
              n -> {
                lib.blk
                    .sched()
                    .blk_mq_sched_insert_request(lib.q.hctx(0), lib.q.ctx(0), false, true, true);
                return n + 1 < each ? n + 1 : Role.END;
              });
      if (passthrough != 0) {
        harness.role(
            "sg",
            n -> {
              lib.blk
                  .sched()
                  .blk_mq_sched_insert_passthrough_request(lib.q, requests, false, true, true);
              return Role.END;
            });
      }
      disk.claims(harness.program());
      return harness.program();
    };
  }
}
