// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.reports;

import static hangproof.engine.cases.Expectation.never;
import static hangproof.engine.cases.Expectation.sometimes;

import hangproof.engine.cases.Case;
import hangproof.engine.explorer.Violation;
import hangproof.machine.Atomic;
import hangproof.machine.ListHead;
import hangproof.machine.Machine;
import hangproof.machine.Port;
import hangproof.machine.Program;
import hangproof.machine.Role;
import hangproof.model.block.BlkMq;
import hangproof.model.block.BlkMqHwCtx;
import hangproof.model.block.BlkMqOps;
import hangproof.model.block.Geometry;
import hangproof.model.block.Geometry.Path;
import hangproof.model.block.RequestQueue;
import java.util.List;
import java.util.Set;

/**
 * A26: a device refuses ordinary requests until a passthrough command has repaired it. The refused
 * request is on {@code hctx->dispatch}, which always goes first; so the command must not wait in a
 * software queue.
 *
 * <p>On the dispatch list it must be put at the head, as SCSI does with its own commands. At the
 * tail ({@code a26-tail}) it stays behind the refused request for ever, for leftovers keep their
 * order; the fix does not change that.
 */
final class A26PassthroughRepairs extends Port implements BlkMqOps {
  private static final int ORDINARY = 1;
  private static final int PASSTHROUGH = 2;

  private final BlkMq blk;
  private final RequestQueue q;
  private final Atomic repaired;
  private final ListHead in_flight;

  private A26PassthroughRepairs(Machine machine) {
    super(machine);
    this.blk = new BlkMq(machine);
    this.q = new RequestQueue(machine, new Geometry(1, 1, 2, Set.of(Path.DISPATCH)), this);
    this.repaired = machine.atomic("device.repaired", 0, 0, 1);
    this.in_flight = machine.list("device.in_flight", 2);
  }

  static List<Case> all() {
    return List.of(
        of("broken", "a passthrough command gets to the device from a software queue")
            .versions("up to v5.5")
            .expect(sometimes(Violation.IO_HANG))
            .program(
                (machine, bounds) -> {
                  A26PassthroughRepairs disk = new A26PassthroughRepairs(machine);
                  return disk.program(
                      () ->
                          disk.blk
                              .sched()
                              .blk_mq_sched_insert_request(disk.q, PASSTHROUGH, false, true, true));
                }),
        of("tail", "so it does from the tail of the dispatch list")
            .versions("since v5.6, 01e99aeca397")
            .expect(sometimes(Violation.IO_HANG))
            .program((machine, bounds) -> new A26PassthroughRepairs(machine).bypass(false)),
        of("fixed", "so it does from the head of the dispatch list")
            .versions("since v5.6, 01e99aeca397")
            .expect(never())
            .program((machine, bounds) -> new A26PassthroughRepairs(machine).bypass(true)));
  }

  private static Case of(String version, String claim) {
    return Case.of("reports/a26-" + version, claim)
        .subsystem("block")
        .report("20200225010432.29225-1-ming.lei@redhat.com")
        .limits("one ordinary request; no scheduler; the rest of blk-mq as in v5.10");
  }

  private Program bypass(boolean at_head) {
    return program(
        () ->
            blk.sched()
                .blk_mq_sched_insert_passthrough_request(q, PASSTHROUGH, at_head, true, true));
  }

  private Program program(Runnable repair) {
    return new Harness(machine, 2)
        .role(
            "submit",
            n -> {
              blk.sched().blk_mq_sched_insert_request(q, ORDINARY, false, true, true);
              return Role.END;
            })
        .role(
            "sg",
            n -> {
              repair.run();
              return Role.END;
            })
        .irq(this::complete)
        .kblockd(blk, q)
        .tagsReturned(q)
        .program();
  }

  @Override
  public int queue_rq(BlkMqHwCtx hctx, int rq) {
    if (rq != PASSTHROUGH && atomic_read(repaired) == 0) {
      return BlkMq.BLK_STS_RESOURCE;
    }
    ring_doorbell(rq, in_flight);
    return BlkMq.BLK_STS_OK;
  }

  private void complete() {
    int rq = await_first(in_flight);
    if (rq == PASSTHROUGH) {
      atomic_set(repaired, 1);
    }
    blk.__blk_mq_end_request(q, rq);
  }
}
