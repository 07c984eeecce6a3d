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
import hangproof.model.block.Geometry;
import hangproof.model.block.Geometry.Path;
import hangproof.model.block.versions.V319;
import hangproof.model.block.versions.V40;
import hangproof.model.virtio.VirtioBlk;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A01: a driver stops its queue because it is full; before the request that it refused is back on
 * {@code hctx->dispatch}, a completion starts the queue again and finds nothing to run.
 *
 * <p>It takes a dispatcher other than the kworker, which the report does not say: {@code
 * a01-kworker} shows that the kworker alone meets its own new run afterwards.
 *
 * <p>The fix, one more run after the request is back, still leaves the square of A10: that run
 * looks at STOPPED while the list may be in the store buffer. So the fixed version hangs on x86,
 * which no report of that time says; see {@link A09StoppedQueueIsStarted}.
 */
final class A01StoppedQueueRestarts {
  private A01StoppedQueueRestarts() {}

  static List<Case> all() {
    return List.of(
        of("broken", "a started queue is run by who started it")
            .versions("v3.19")
            .expect(sometimes(Violation.IO_HANG))
            .program(on(V319::new)),
        of("kworker", "so it is if the kworker alone dispatches", 0)
            .versions("v3.19")
            .expect(never())
            .program(on(V319::new)),
        of("fixed", "a dispatcher with leftovers runs the queue once more")
            .versions("since v4.0, 9ba52e5812e5")
            .expect(MemoryModel.SC, never())
            .expect(MemoryModel.TSO, sometimes(Violation.IO_HANG))
            .program(on(V40::new)));
  }

  private static Case of(String version, String claim) {
    return of(version, claim, 1);
  }

  private static Case of(String version, String claim, int inline) {
    return Case.of("reports/a01-" + version, claim)
        .subsystem("block")
        .report("9ba52e5812e53f20f23600d79449a3ec05a0254f")
        .limits("virtio_blk, one request for each interrupt; no plug, no direct issue")
        .parameter("requests", 2, 2, 7)
        .parameter("inline", inline, 0, 1);
  }

  private static BiFunction<Machine, Bounds, Program> on(Function<Machine, V319> version) {
    return (machine, bounds) -> {
      int requests = bounds.get("requests");
      boolean async = bounds.get("inline") == 0;
      V319 blk = version.apply(machine);
      Geometry geometry = new Geometry(1, 1, requests, Set.of(Path.DISPATCH, Path.STOP));
      VirtioBlk disk = new VirtioBlk(machine, geometry, blk, 1, 1);
      return new Harness(machine, requests)
          .role(
              "submit",
              n -> {
                blk.blk_mq_insert_request(disk.q, n + 1, false, true, async);
                return n + 1 < requests ? n + 1 : Role.END;
              })
          .irq(disk::await_done)
          .kblockd(blk, disk.q)
          .tagsReturned(disk.q)
          .program();
    };
  }
}
