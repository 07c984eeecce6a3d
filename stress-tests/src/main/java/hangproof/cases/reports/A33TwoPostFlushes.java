// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.reports;

import static hangproof.engine.cases.Expectation.never;
import static hangproof.engine.cases.Expectation.sometimes;

import hangproof.engine.cases.Case;
import hangproof.engine.explorer.Violation;
import hangproof.machine.Machine;
import hangproof.model.block.BlkFlush;
import hangproof.model.block.BlkMq;
import hangproof.model.block.Geometry;
import hangproof.model.block.Geometry.Path;
import hangproof.model.block.versions.V65;
import hangproof.model.block.versions.V65Rc1;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * A33: two writes that each need a flush afterwards. The first is done, and waits for its flush
 * until no data is in flight; the second counts as such while it waits in the scheduler for what
 * the scheduler has lent to the first.
 *
 * <p>Before v6.5 the data of such a write went past the scheduler ({@code a33-v5-10}).
 */
final class A33TwoPostFlushes {
  private A33TwoPostFlushes() {}

  static List<Case> all() {
    return List.of(
        of("v5-10", "data past the scheduler waits for nothing that a flush holds", BlkMq::new)
            .versions("up to v6.4")
            .alsoAt(Map.of("submitters", 2))
            .expect(never()),
        of("broken", "the scheduler may get its own back when a write is freed", V65Rc1::new)
            .versions("v6.5-rc1, 615939a2ae73")
            .alsoAt(Map.of("submitters", 2))
            .expect(sometimes(Violation.IO_HANG)),
        of("fixed", "the scheduler gets its own back when a write completes", V65::new)
            .versions("since v6.5, e5c0ca13659e")
            .alsoAt(Map.of("submitters", 2))
            .expect(never()));
  }

  private static Case of(String version, String claim, Function<Machine, BlkMq> blk) {
    return Case.of("reports/a33-" + version, claim)
        .subsystem("block")
        .report("20240322174014.373323-1-bvanassche@acm.org")
        .limits(
            "two writes; a scheduler that lets one of them out at a time; the dispatcher as in"
                + " v5.10; no flush waits for 5 s")
        .parameter("submitters", 1, 1, 2)
        .parameter("inline", 0, 0, 1)
        .program(
            (machine, bounds) -> {
              Set<Path> paths =
                  EnumSet.of(Path.DISPATCH, Path.TOKEN_ELEVATOR, Path.FLUSH_DATA_SCHEDULED);
              if (bounds.get("inline") == 0) {
                paths.add(Path.MOVED);
              }
              int write = BlkFlush.HAS_DATA | BlkFlush.REQ_FUA;
              Geometry geometry = new Geometry(1, 1, 2, paths, List.of(write, write));
              FlushProgram program = new FlushProgram(machine, geometry, blk.apply(machine));
              if (bounds.get("submitters") == 1) {
                program.submits("submit", List.of(0, 1));
              } else {
                program.submits("submit1", List.of(0)).submits("submit2", List.of(1));
              }
              return program.program();
            });
  }
}
