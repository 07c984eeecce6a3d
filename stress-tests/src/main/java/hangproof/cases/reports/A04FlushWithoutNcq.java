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
import hangproof.model.block.versions.FlushRunsQueue;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * A04: a flush is refused because a write is in flight that itself wants a flush afterwards. Before
 * the refused flush is back on {@code hctx->dispatch}, the write's data is done: the write is not
 * freed, so nobody clears SCHED_RESTART, and the run that follows finds nothing. The dispatcher
 * then sees SCHED_RESTART and leaves the flush to a completion that never comes.
 */
final class A04FlushWithoutNcq {
  private static final int WRITE = 0;
  private static final int FLUSH = 1;

  private A04FlushWithoutNcq() {}

  static List<Case> all() {
    return List.of(
        of("broken", "a run of the queue after a write's data is enough", FlushRunsQueue::new)
            .versions("v4.16 to v4.20")
            .alsoAt(Map.of("submitters", 2))
            .expect(sometimes(Violation.IO_HANG)),
        of("fixed", "whoever ends the data of a write clears SCHED_RESTART", BlkMq::new)
            .versions("since v5.0, 85bd6e61f34d")
            .alsoAt(Map.of("submitters", 2))
            .expect(never()));
  }

  private static Case of(String version, String claim, Function<Machine, BlkMq> blk) {
    return Case.of("reports/a04-" + version, claim)
        .subsystem("block")
        .report("a06a102599f9")
        .limits(
            "one flush and one write with a flush after it, on a drive that refuses a flush beside"
                + " a write; no scheduler; the rest of blk-mq as in v5.10")
        .parameter("submitters", 1, 1, 2)
        .parameter("timeout", 0, 0, 1)
        .parameter("inline", 0, 0, 1)
        .program(
            (machine, bounds) -> {
              Set<Path> paths = EnumSet.of(Path.DISPATCH);
              if (bounds.get("timeout") != 0) {
                paths.add(Path.FLUSH_TIMEOUT);
              }
              if (bounds.get("inline") == 0) {
                paths.add(Path.MOVED);
              }
              Geometry geometry =
                  new Geometry(
                      1,
                      1,
                      2,
                      paths,
                      List.of(BlkFlush.HAS_DATA | BlkFlush.REQ_FUA, BlkFlush.REQ_PREFLUSH));
              FlushProgram program = new FlushProgram(machine, geometry, blk.apply(machine));
              if (bounds.get("submitters") == 1) {
                program.submits("submit", List.of(FLUSH, WRITE));
              } else {
                program.submits("fsync", List.of(FLUSH)).submits("write", List.of(WRITE));
              }
              return program.program();
            });
  }
}
