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
import hangproof.model.block.versions.V57;
import hangproof.model.scsi.restarts.IdleRun;
import hangproof.model.scsi.restarts.UnconditionalRun;
import java.util.List;
import java.util.function.BiFunction;

/**
 * A17: a dispatcher is refused a budget; the last command ends and runs the queue; and that run is
 * refused as well, because the first dispatcher has not taken back yet what it counted.
 *
 * <p>That the completion's run sees nothing, as the report has it, cannot be here: the request
 * stays in its software queue. The refusal by a loser is what the faithful port comes to.
 */
final class A17IdleDevice {
  private A17IdleDevice() {}

  static List<Case> all() {
    return List.of(
        of("broken", "every completion runs the queue, which is enough")
            .versions("up to v4.15")
            .expect(sometimes(Violation.IO_HANG))
            .program(on(UnconditionalRun::new)),
        of("fixed", "who is refused by an idle device runs the queue after a while")
            .versions("v4.16 to v5.7, 7e70aa789d4a")
            .expect(never())
            .program(on(IdleRun::new)));
  }

  private static Case of(String version, String claim) {
    return Case.of("reports/a17-" + version, claim)
        .subsystem("scsi")
        .report("20200420092357.v5.4.I630e6ca4cdcf9ab13ea899274745f9e3174eb12b@changeid")
        .limits("a disk of depth 1, dispatcher of v5.7, no scheduler, nothing on hctx->dispatch")
        .parameter("submitters", 2, 1, 4);
  }

  private static BiFunction<Machine, Bounds, Program> on(ScsiDisk.Midlayer midlayer) {
    return (machine, bounds) -> {
      int submitters = bounds.get("submitters");
      Geometry geometry = new Geometry(1, 1, submitters);
      BlkMq blk = new V57(machine);
      ScsiDisk disk =
          new ScsiDisk(
              machine,
              new hangproof.model.scsi.Bounds(geometry, 1, submitters + 1, 1),
              midlayer,
              blk,
              0);
      Harness harness =
          new Harness(machine, submitters)
              .irq(disk::complete)
              .kblockd(blk, disk.lib.q)
              .tagsReturned(disk.lib.q);
      harness
          .program()
          .roles(
              submitters,
              "submit",
              n -> {
                blk.sched()
                    .blk_mq_sched_insert_request(
                        disk.lib.q.hctx(0), disk.lib.q.ctx(0), false, true, false);
                return Role.END;
              });
      disk.claims(harness.program());
      return harness.program();
    };
  }
}
