// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.reports;

import static hangproof.engine.cases.Expectation.never;
import static hangproof.engine.cases.Expectation.sometimes;

import hangproof.engine.cases.Bounds;
import hangproof.engine.cases.Case;
import hangproof.engine.explorer.Violation;
import hangproof.machine.Ids;
import hangproof.machine.Machine;
import hangproof.machine.Program;
import hangproof.machine.Role;
import hangproof.model.block.BlkMq;
import hangproof.model.block.Geometry;
import hangproof.model.block.Geometry.Path;
import hangproof.model.block.versions.V519;
import hangproof.model.block.versions.V60;
import hangproof.model.scsi.restarts.V4;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A22: a plug with two requests. The first is refused a budget and goes to {@code hctx->dispatch},
 * without a run, for it is not the last; meanwhile the command that held the budget ends and runs a
 * queue that is still empty. The second is issued directly, and nobody runs the queue for the
 * first.
 *
 * <p>In v5.10 ({@code a22-list}) the requests behind the refused one were inserted and the queue
 * was run: the caller of blk_mq_try_issue_list_directly did what the flag leaves to it.
 */
final class A22RunThoughNotTheLast {
  private A22RunThoughNotTheLast() {}

  static List<Case> all() {
    return List.of(
        of("broken", "a plug's last request runs the queue for those before it")
            .versions("v5.19")
            .expect(sometimes(Violation.IO_HANG))
            .program(on(V519::new)),
        of("list", "so does the insertion of what is left of a plug")
            .versions("v5.9 and v5.10")
            .expect(never())
            .program(on(BlkMq::new)),
        of("fixed", "a refused request of a plug is always followed by a run")
            .versions("since v6.0, d3b38596875d")
            .expect(never())
            .program(on(V60::new)));
  }

  private static Case of(String version, String claim) {
    return Case.of("reports/a22-" + version, claim)
        .subsystem("block")
        .report("20220803023355.3687360-1-yuyufen@huaweicloud.com")
        .limits(
            "a SCSI disk of depth 1 with the budget of v5.10 (a counter, not a map); the rest of"
                + " blk-mq as in v5.10; one hardware queue that is never busy, run by its kworker;"
                + " no scheduler; the"
                + " delayed run comes back when the device has ended what it has, not before")
        .parameter("plugged", 2, 2, 4);
  }

  /** A command of another hardware queue holds the budget; a plug is flushed. */
  private static BiFunction<Machine, Bounds, Program> on(Function<Machine, BlkMq> version) {
    return (machine, bounds) -> {
      int requests = bounds.get("plugged");
      Geometry geometry =
          new Geometry(1, 1, requests, Set.of(Path.DISPATCH, Path.NOT_BUSY, Path.MOVED));
      BlkMq blk = version.apply(machine);
      ScsiDisk disk =
          new ScsiDisk(
              machine, new hangproof.model.scsi.Bounds(geometry, 1, 2, 12, 0, 1), V4::new, blk, 0);
      int plug = 0;
      for (int rq = 1; rq <= requests; rq++) {
        plug = Ids.addTail(plug, rq, disk.lib.q.list_bits());
      }
      int mq_list = plug;
      Harness harness =
          new Harness(machine, requests)
              .role(
                  "submit",
                  n -> {
                    blk.blk_mq_flush_plug_list(disk.lib.q, mq_list);
                    return Role.END;
                  })
              .irq(disk::completeAnother, disk::complete)
              .kblockd(blk, disk.lib.q, disk::awaitIdle)
              .tagsReturned(disk.lib.q);
      disk.claims(harness.program());
      return harness.program();
    };
  }
}
