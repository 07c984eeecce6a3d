// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.scsi;

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
import hangproof.model.block.Geometry;
import hangproof.model.block.Geometry.Path;
import hangproof.model.kernel.rcu.Rcu;
import hangproof.model.scsi.Bounds;
import hangproof.model.scsi.HostTemplate;
import hangproof.model.scsi.Scsi;
import hangproof.model.scsi.restarts.V4;
import java.util.List;
import java.util.Set;

/**
 * A device is blocked for a while. A command that it refuses meanwhile gets BLK_STS_DEV_RESOURCE,
 * which promises that whoever unblocks the device runs the queue. He does; but a dispatcher that
 * saw the device blocked may not have put the command back on {@code hctx->dispatch} by then.
 *
 * <p>Whoever blocks the device and then waits for dispatchers to leave, keeps the promise. With
 * scsi_internal_device_block_nowait nobody waits, and it takes a dispatcher that is held up from
 * before the block until after the unblock (a candidate; seconds, as a rule).
 */
public final class UnblockCases extends Port {
  private final Rcu rcu;
  private final V4 lib;
  private final Scsi scsi;
  private final BlkMq blk;
  private final ListHead in_flight;
  private final Atomic done;

  private UnblockCases(Machine machine, boolean promises) {
    super(machine);
    this.rcu = new Rcu(machine, 1);
    this.blk = new InRcu(machine, rcu);
    this.in_flight = machine.list("device.in_flight", 1);
    this.done = machine.ghost("done", 1);
    Geometry geometry = new Geometry(1, 1, 1, Set.of(Path.DISPATCH, Path.QUIESCE));
    Bounds bounds = new Bounds(geometry, 1, 1, 1);
    HostTemplate hostt = this::queuecommand;
    this.lib =
        promises
            ? new V4(machine, bounds, hostt, blk)
            : new PromisesNothing(machine, bounds, hostt, blk);
    this.scsi = new Scsi(machine, lib);
  }

  /** A dispatcher is an RCU reader (hctx_lock). There is one. */
  private static final class InRcu extends BlkMq {
    private final Rcu rcu;

    InRcu(Machine machine, Rcu rcu) {
      super(machine);
      this.rcu = rcu;
    }

    @Override
    protected void __blk_mq_run_hw_queue(BlkMqHwCtx hctx) {
      rcu.rcu_read_lock(0);
      super.__blk_mq_run_hw_queue(hctx);
      rcu.rcu_read_unlock(0);
    }
  }

  private static final class PromisesNothing extends V4 {
    PromisesNothing(Machine machine, Bounds bounds, HostTemplate hostt, BlkMq blk) {
      super(machine, bounds, hostt, blk);
    }

    @Override
    protected boolean promises_a_run() {
      return false;
    }
  }

  public static List<Case> all() {
    return List.of(
        of("unblock-nowait", "whoever unblocks a device runs what it refused")
            .versions("v5.10 to v6.18, scsi_internal_device_block_nowait")
            .expect(sometimes(Violation.IO_HANG))
            .program((machine, bounds) -> new UnblockCases(machine, true).program(false)),
        of("unblock", "so he does if whoever blocked it waited for dispatchers")
            .versions("v5.10 to v6.18, scsi_device_block")
            .expect(never())
            .program((machine, bounds) -> new UnblockCases(machine, true).program(true)),
        of("unblock-no-promise", "so it is if nobody promises it")
            .versions("no kernel: a blocked device says BLK_STS_RESOURCE")
            .expect(never())
            .program((machine, bounds) -> new UnblockCases(machine, false).program(false)));
  }

  private static Case of(String name, String claim) {
    return Case.of("scsi/" + name, claim)
        .subsystem("scsi")
        .limits(
            "one request, one dispatcher, no scheduler; the device is blocked once; RCU readers have"
                + " LOCKed borders");
  }

  private int queuecommand(int rq) {
    ring_doorbell(rq, in_flight);
    return 0;
  }

  private Program program(boolean waits) {
    BlkMqHwCtx hctx = lib.q.hctx(0);
    return new Program(machine)
        .role(
            "submit",
            turn -> {
              blk.sched().blk_mq_sched_insert_request(lib.q, 1, false, true, true);
              return Role.END;
            })
        .role(
            "admin",
            step -> {
              if (step == 1) {
                lib.scsi_internal_device_unblock_nowait();
                return Role.END;
              }
              if (waits) {
                lib.scsi_internal_device_block(rcu);
              } else {
                lib.scsi_internal_device_block_nowait();
              }
              return 1;
            })
        .role(
            "irq",
            turn -> {
              scsi.scsi_finish_command(await_first(in_flight));
              atomic_inc(done);
              return 0;
            })
        .role(
            "kworker",
            turn -> {
              take_work(hctx.run_work);
              blk.blk_mq_run_work_fn(hctx);
              return 0;
            })
        .timer(
            "timer",
            turn -> {
              fire_timer(hctx.run_work);
              return 0;
            })
        .stalls(Program.Stalls.DESIGNED)
        .completion("the command has completed", memory -> memory.get(done) == 1)
        .returned("device_busy is 0", memory -> memory.get(lib.sdev.device_busy) == 0);
  }
}
