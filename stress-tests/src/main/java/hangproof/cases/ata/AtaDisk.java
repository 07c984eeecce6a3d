// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.ata;

import hangproof.machine.Atomic;
import hangproof.machine.Machine;
import hangproof.machine.Op;
import hangproof.machine.Order;
import hangproof.machine.Port;
import hangproof.machine.Program;
import hangproof.machine.Role;
import hangproof.model.ata.AtaPort;
import hangproof.model.block.BlkMq;
import hangproof.model.block.BlkMqHwCtx;
import hangproof.model.block.Geometry;
import hangproof.model.block.Geometry.Path;
import hangproof.model.scsi.Bounds;
import hangproof.model.scsi.HostTemplate;
import hangproof.model.scsi.Scsi;
import hangproof.model.scsi.ScsiLib;
import java.util.Set;

/** A SATA drive: somebody writes, which is NCQ, somebody flushes, which is not. */
final class AtaDisk extends Port {
  /** {@code SCSI_DEFAULT_DEVICE_BLOCKED}. */
  private static final int MAX_DEVICE_BLOCKED = 3;

  /** Refusals for each command that are not taken back yet; a search that meets more says so. */
  private static final int RESTARTS = 7;

  /** Makes a version of the SCSI midlayer. */
  @FunctionalInterface
  interface Midlayer {
    ScsiLib on(Machine machine, Bounds bounds, HostTemplate hostt, BlkMq blk);
  }

  private final int writes;
  private final int commands;
  private final AtaPort port;
  private final ScsiLib lib;
  private final Scsi scsi;
  private final BlkMq blk;
  private final Atomic done;

  /**
   * A drive.
   *
   * @param commands that many, of which the first are writes
   */
  AtaDisk(Machine machine, Midlayer midlayer, BlkMq blk, AtaPort port, int writes, int commands) {
    super(machine);
    this.writes = writes;
    this.commands = commands;
    this.blk = blk;
    this.port = port;
    Geometry geometry = new Geometry(1, 1, commands, Set.of(Path.DISPATCH));
    // As if each command had a dispatcher of its own: one may set device_blocked further below 0.
    Bounds bounds = new Bounds(geometry, 2, commands, RESTARTS * commands, MAX_DEVICE_BLOCKED, 0);
    this.lib = midlayer.on(machine, bounds, port::ata_scsi_queuecmd, blk);
    this.scsi = new Scsi(machine, lib);
    this.done = machine.ghost("done", commands);
  }

  Program program() {
    Program program =
        new Program(machine)
            .role("write", n -> submit(n, 0, writes))
            .role("flush", n -> submit(n, writes, commands))
            .role(
                "irq",
                turn -> {
                  scsi.scsi_finish_command(port.__ata_qc_complete());
                  atomic_inc(done);
                  return 0;
                });
    BlkMqHwCtx hctx = lib.q.hctx(0);
    program.role(
        "kworker",
        turn -> {
          take_work(hctx.run_work);
          blk.blk_mq_run_work_fn(hctx);
          return 0;
        });
    program.timer(
        "timer",
        turn -> {
          machine.access(lib.sdev.device_busy, Op.AWAIT_EQ, 0, 0, Order.ONCE);
          fire_timer(hctx.run_work);
          return 0;
        });
    return program
        .stalls(Program.Stalls.DESIGNED)
        .completion("every command has completed", memory -> memory.get(done) == commands)
        .invariant(
            "the drive has NCQ commands together, any other alone",
            memory -> port.compatible(memory.get(port.in_flight())))
        .returned("device_busy is 0", memory -> memory.get(lib.sdev.device_busy) == 0);
  }

  private int submit(int n, int first, int end) {
    blk.sched().blk_mq_sched_insert_request(lib.q, first + n + 1, false, true, true);
    return first + n + 1 < end ? n + 1 : Role.END;
  }
}
