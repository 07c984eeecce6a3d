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
import hangproof.model.block.versions.NoDelayedRun;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A08: a driver refuses a request for a reason that has nothing to do with this queue, such as
 * memory. Nothing is in flight, so no completion will find SCHED_RESTART.
 *
 * <p>Since then there are two refusals: one that the dispatcher comes back for by itself after 3
 * ms, and one by which the driver promises a run. {@code a08-promise} breaks that promise.
 */
final class A08TwoRefusals {
  private A08TwoRefusals() {}

  static List<Case> all() {
    return List.of(
        of("broken", "a completion runs the queue after a refusal")
            .versions("up to v4.15")
            .expect(sometimes(Violation.IO_HANG))
            .program(on(NoDelayedRun::new, BlkMq.BLK_STS_RESOURCE)),
        of("promise", "so it does if the driver promises more than it can keep")
            .versions("none")
            .expect(sometimes(Violation.IO_HANG))
            .program(on(BlkMq::new, BlkMq.BLK_STS_DEV_RESOURCE)),
        of("fixed", "after a refusal without a promise the queue is run again after a while")
            .versions("since v4.16, 86ff7c2a80cd")
            .expect(never())
            .program(on(BlkMq::new, BlkMq.BLK_STS_RESOURCE)));
  }

  private static Case of(String version, String claim) {
    return Case.of("reports/a08-" + version, claim)
        .subsystem("block")
        .report("86ff7c2a80cd")
        .limits("the rest of the dispatcher as in v5.10; no scheduler")
        .parameter("requests", 1, 1, 7);
  }

  /** A device without a slot; somebody else gives one back some time. */
  private static BiFunction<Machine, Bounds, Program> on(
      Function<Machine, BlkMq> version, int refusal) {
    return (machine, bounds) -> {
      int requests = bounds.get("requests");
      BlkMq blk = version.apply(machine);
      Geometry geometry = new Geometry(1, 1, requests, Set.of(Path.DISPATCH));
      SlotDevice device = new SlotDevice(machine, geometry, blk, 0, 1, refusal);
      return new Harness(machine, requests)
          .role(
              "submit",
              n -> {
                blk.sched().blk_mq_sched_insert_request(device.q, n + 1, false, true, true);
                return n + 1 < requests ? n + 1 : Role.END;
              })
          .role(
              "elsewhere",
              n -> {
                device.free_elsewhere();
                return Role.END;
              })
          .irq(device::complete)
          .kblockd(blk, device.q)
          .tagsReturned(device.q)
          .program();
    };
  }
}
