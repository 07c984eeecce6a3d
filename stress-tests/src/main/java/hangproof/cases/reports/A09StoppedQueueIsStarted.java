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
import hangproof.model.block.versions.OrderedStop;
import hangproof.model.block.versions.RunAfterInsert;
import hangproof.model.virtio.VirtioBlk;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A09 and A10, two patches of one series: a full disk stops its queue, a completion starts it.
 *
 * <p>A09: a submitter finds the queue stopped; it is started and run; then the submitter inserts
 * its request and does not run the queue, since it was stopped when it looked. The first patch
 * makes it run the queue.
 *
 * <p>A10: a request that the driver refused is put on {@code hctx->dispatch}, and then STOPPED is
 * looked at; a completion clears STOPPED, and then looks at {@code hctx->dispatch}. That square is
 * left on x86 after the first patch. (An insertion into a software queue whose bit in {@code
 * ctx_map} was clear is safe on x86 for another reason: setting the bit is LOCKed.)
 *
 * <p>The reports tell it with three CPUs; one submitter, one interrupt and a kworker are enough.
 */
final class A09StoppedQueueIsStarted {
  private static final String SERIES = "20241014092934.53630-";

  private A09StoppedQueueIsStarted() {}

  static List<Case> all() {
    return List.of(
        of("a09-broken", 2, 2, "who finds the queue stopped leaves its request to who starts it")
            .versions("v5.9 to v6.12")
            .expect(sometimes(Violation.IO_HANG))
            .program(on(BlkMq::new)),
        of("a09-fixed", 2, 2, "who finds the queue stopped runs it after inserting its request")
            .versions("4bddfec1a0fb alone")
            .expect(MemoryModel.SC, never())
            .expect(MemoryModel.TSO, sometimes(Violation.IO_HANG))
            .program(on(RunAfterInsert::new)),
        of("a10-broken", 4, 1, "who starts a queue sees the request, or who inserts it, the start")
            .versions("v5.9 to v6.12, here with 4bddfec1a0fb")
            .expect(MemoryModel.SC, never())
            .expect(MemoryModel.TSO, sometimes(Violation.IO_HANG))
            .program(on(RunAfterInsert::new)),
        of("a10-fixed", 4, 1, "so it is with a full barrier on both sides")
            .versions("since v6.13, 4bddfec1a0fb and 1936f2e69812")
            .alsoAt(Map.of("requests", 2))
            .expect(never())
            .program(on(OrderedStop::new)));
  }

  private static Case of(String name, int mail, int requests, String claim) {
    return Case.of("reports/" + name, claim)
        .subsystem("block")
        .report(SERIES + mail + "-songmuchun@bytedance.com")
        .limits(
            "virtio_blk with a full ring, one request for each interrupt; direct issue, one hardware"
                + " queue that is never busy; the rest of blk-mq as in v5.10")
        .parameter("requests", requests, 1, 7);
  }

  private static BiFunction<Machine, Bounds, Program> on(Function<Machine, BlkMq> version) {
    return (machine, bounds) -> {
      int requests = bounds.get("requests");
      BlkMq blk = version.apply(machine);
      Geometry geometry =
          new Geometry(1, 1, requests, Set.of(Path.DISPATCH, Path.STOP, Path.NOT_BUSY));
      VirtioBlk disk = new VirtioBlk(machine, geometry, blk, 1, 0);
      return new Harness(machine, requests)
          .role(
              "submit",
              n -> {
                blk.blk_mq_try_issue_directly(disk.q.hctx(0), n + 1);
                return n + 1 < requests ? n + 1 : Role.END;
              })
          .irq(() -> disk.virtblk_done(0), disk::await_done)
          .kblockd(blk, disk.q)
          .tagsReturned(disk.q)
          .program();
    };
  }
}
