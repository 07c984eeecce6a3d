// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.reports;

import hangproof.machine.Machine;
import hangproof.machine.Port;
import hangproof.machine.Program;
import hangproof.machine.Role;
import hangproof.model.block.BlkFlushQueue;
import hangproof.model.block.BlkMq;
import hangproof.model.block.BlkMqHwCtx;
import hangproof.model.block.Geometry;
import java.util.List;

/**
 * An {@link NcqDrive} with one hardware queue, its interrupt, and the kworkers: one that runs the
 * hardware queue, one that does the requeue work.
 */
final class FlushProgram extends Port {
  final NcqDrive drive;
  private final BlkMq blk;
  private final Program program;

  /** What goes wrong otherwise than by a hang is not looked for. */
  FlushProgram(Machine machine, Geometry geometry, BlkMq blk) {
    this(machine, geometry, blk, false, false);
  }

  /** See {@link NcqDrive}. */
  FlushProgram(Machine machine, Geometry geometry, BlkMq blk, boolean account, boolean notices) {
    super(machine);
    this.blk = blk;
    this.drive = new NcqDrive(machine, geometry, blk, account, notices);
    this.program = new Program(machine).stalls(Program.Stalls.DESIGNED);
    drive.claims(program);
  }

  /** Somebody who submits the requests with these numbers, one after the other. */
  FlushProgram submits(String name, List<Integer> requests) {
    program.role(
        name,
        n -> {
          drive.submit(requests.get(n));
          return n + 1 < requests.size() ? n + 1 : Role.END;
        });
    return this;
  }

  /** Somebody else. */
  FlushProgram role(String name, java.util.function.IntUnaryOperator body) {
    program.role(name, body);
    return this;
  }

  /** With the kworkers, the timers and the interrupt, and with a clock if flushes may time out. */
  Program program() {
    BlkMqHwCtx hctx = drive.q.hctx(0);
    BlkFlushQueue fq = hctx.fq;
    program
        .role(
            "irq",
            turn -> {
              drive.complete();
              return 0;
            })
        .role(
            "kworker",
            turn -> {
              take_work(hctx.run_work);
              blk.blk_mq_run_work_fn(hctx);
              return 0;
            })
        .role(
            "requeue",
            turn -> {
              take_work(drive.q.requeue_work);
              blk.blk_mq_requeue_work(drive.q);
              return 0;
            })
        .timer(
            "timer",
            turn -> {
              fire_timer(hctx.run_work);
              return 0;
            });
    if (fq.flush_pending_since.highest() != 0) {
      program.timer(
          "clock",
          turn -> {
            WRITE_ONCE(fq.flush_pending_since, 1);
            return Role.END;
          });
    }
    return program;
  }
}
