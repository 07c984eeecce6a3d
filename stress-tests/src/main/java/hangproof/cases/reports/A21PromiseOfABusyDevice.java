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
import hangproof.model.scsi.restarts.BusyMeansDevResource;
import hangproof.model.scsi.restarts.V4;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * A21: the low-level driver refuses a command; scsi_queue_rq sees that the device has another one
 * and promises that the queue is run again; that other one ends before the refused command is back
 * on {@code hctx->dispatch}.
 *
 * <p>It takes two hardware queues, which the report does not say: with one ({@code a21-one-queue})
 * the other command's tag comes back after the dispatcher set SCHED_RESTART, and clears it.
 */
final class A21PromiseOfABusyDevice {
  private A21PromiseOfABusyDevice() {}

  static List<Case> all() {
    return List.of(
        of("broken", "a busy device runs the queue again", 2)
            .versions("v5.10-rc1 to v5.10-rc7")
            .expect(sometimes(Violation.IO_HANG))
            .program(on(BusyMeansDevResource::new)),
        of("one-queue", "so it does with a single hardware queue", 1)
            .versions("v5.10-rc1 to v5.10-rc7")
            .expect(never())
            .program(on(BusyMeansDevResource::new)),
        of("fixed", "only a device that is blocked by its state promises a run", 2)
            .versions("since v5.10, 673235f91531")
            .expect(never())
            .program(on(V4::new)));
  }

  private static Case of(String version, String claim, int hctxs) {
    return Case.of("reports/a21-" + version, claim)
        .subsystem("scsi")
        .report("20201202100419.525144-1-ming.lei@redhat.com")
        .limits(
            "a disk of depth 2 whose driver takes one command, and says that the target is busy;"
                + " the target has no limit of its own; no scheduler")
        .parameter("hctxs", hctxs, 1, 2);
  }

  /** A request on one hardware queue, then a request on another. */
  private static BiFunction<Machine, Bounds, Program> on(ScsiDisk.Midlayer midlayer) {
    return (machine, bounds) -> {
      int hctxs = bounds.get("hctxs");
      Geometry geometry = new Geometry(hctxs, hctxs, 2, Set.of(Path.DISPATCH));
      BlkMq blk = new BlkMq(machine);
      ScsiDisk disk =
          new ScsiDisk(
              machine,
              new hangproof.model.scsi.Bounds(geometry, 2, hctxs + 1, 3, 1, 0),
              midlayer,
              blk,
              1);
      Harness harness =
          new Harness(machine, 2)
              .role(
                  "submit",
                  n -> {
                    blk.sched().blk_mq_sched_insert_request(disk.lib.q, n + 1, false, true, n == 1);
                    return n == 0 ? 1 : Role.END;
                  })
              .irq(disk::complete)
              .kblockd(blk, disk.lib.q)
              .tagsReturned(disk.lib.q);
      disk.claims(harness.program());
      return harness.program();
    };
  }
}
