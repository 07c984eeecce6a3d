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
import hangproof.model.block.Geometry;
import hangproof.model.block.Geometry.Path;
import hangproof.model.block.versions.NoDispatchBarriers;
import hangproof.model.block.versions.NoDispatcherBarrier;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A03: a dispatcher adds leftovers to {@code hctx->dispatch} and looks at SCHED_RESTART; a
 * completion clears SCHED_RESTART and looks at {@code hctx->dispatch}.
 *
 * <p>Both must not see the old value. On x86 the completer's clear_bit is LOCKed, so it is the
 * dispatcher's barrier alone that counts there: {@code a03-completer-only} has the other one.
 */
final class A03DispatchVersusRestart {
  private A03DispatchVersusRestart() {}

  static List<Case> all() {
    return List.of(
        of("broken", "the last completion sees the leftovers, or they see it")
            .versions("v4.11 to v5.8, unless d7d8535f377e was backported")
            .expect(MemoryModel.SC, never())
            .expect(MemoryModel.TSO, sometimes(Violation.IO_HANG))
            .program(on(NoDispatchBarriers::new)),
        of("completer-only", "so it is with the completer's barrier alone")
            .versions("none")
            .expect(MemoryModel.SC, never())
            .expect(MemoryModel.TSO, sometimes(Violation.IO_HANG))
            .program(on(NoDispatcherBarrier::new)),
        of("fixed", "so it is with a full barrier on both sides")
            .versions("since v5.9, d7d8535f377e")
            .expect(never())
            .program(on(BlkMq::new)));
  }

  private static Case of(String version, String claim) {
    return Case.of("reports/a03-" + version, claim)
        .subsystem("block")
        .report("20200817100115.2495988-1-ming.lei@redhat.com")
        .limits("a driver that promises a run after each of its refusals; no scheduler")
        .parameter("requests", 2, 2, 7);
  }

  private static BiFunction<Machine, Bounds, Program> on(Function<Machine, BlkMq> version) {
    return (machine, bounds) -> {
      int requests = bounds.get("requests");
      BlkMq blk = version.apply(machine);
      Geometry geometry = new Geometry(1, 1, requests, Set.of(Path.DISPATCH));
      SlotDevice device = new SlotDevice(machine, geometry, blk, 1, 1, BlkMq.BLK_STS_DEV_RESOURCE);
      return new Harness(machine, requests)
          .role(
              "submit",
              n -> {
                blk.sched().blk_mq_sched_insert_request(device.q, n + 1, false, true, true);
                return n + 1 < requests ? n + 1 : Role.END;
              })
          .irq(device::complete)
          .kblockd(blk, device.q)
          .tagsReturned(device.q)
          .program();
    };
  }
}
