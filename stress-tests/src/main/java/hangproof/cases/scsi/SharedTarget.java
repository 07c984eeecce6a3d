// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.scsi;

import hangproof.machine.Atomic;
import hangproof.machine.Ids;
import hangproof.machine.ListHead;
import hangproof.machine.Machine;
import hangproof.machine.Port;
import hangproof.machine.Program;
import hangproof.machine.Role;
import hangproof.model.block.BlkMq;
import hangproof.model.block.BlkMqHwCtx;
import hangproof.model.block.Geometry;
import hangproof.model.block.Geometry.Path;
import hangproof.model.scsi.Bounds;
import hangproof.model.scsi.HostTemplate;
import hangproof.model.scsi.Scsi;
import hangproof.model.scsi.ScsiHost;
import hangproof.model.scsi.ScsiLib;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Two devices of one target, each with its submitter. */
final class SharedTarget extends Port {
  private static final int DEVICES = 2;

  /** Each device's kworker, and the requeue work of each. */
  private static final int DISPATCHERS = 4;

  /** What may refuse a command. */
  enum Limit {
    /** The target takes one command at a time. */
    TARGET,
    /** The low-level driver takes one, and says that the host is busy. */
    HOST
  }

  /** Makes a version of the SCSI midlayer. */
  @FunctionalInterface
  interface Midlayer {
    ScsiLib on(
        Machine machine, String name, Bounds bounds, HostTemplate hostt, BlkMq blk, ScsiHost host);
  }

  private final int commands;
  private final BlkMq blk;
  private final Limit limit;
  private final ScsiHost host;
  private final Atomic room;
  private final Atomic done;
  private final List<ScsiLib> devices = new ArrayList<>();
  private final List<Scsi> scsi = new ArrayList<>();
  private final List<ListHead> in_flight = new ArrayList<>();

  SharedTarget(
      Machine machine,
      Midlayer midlayer,
      BlkMq blk,
      StarvedCases.Host hosts,
      Limit limit,
      int commands) {
    super(machine);
    this.commands = commands;
    this.blk = blk;
    this.limit = limit;
    int blocked = limit == Limit.HOST ? 1 : 0;
    this.host =
        hosts.on(
            machine, blk, DEVICES, commands, limit == Limit.TARGET ? 1 : 0, blocked, DISPATCHERS);
    this.room = machine.atomic("lld.room", 1, 0, 1);
    this.done = machine.ghost("done", DEVICES * commands);
    Geometry geometry = new Geometry(1, 1, commands, Set.of(Path.DISPATCH));
    Bounds bounds = new Bounds(geometry, commands, DISPATCHERS - 1, 4 * commands, blocked, 0);
    for (int d = 0; d < DEVICES; d++) {
      ListHead list = machine.list("device" + (d + 1) + ".in_flight", commands);
      in_flight.add(list);
      devices.add(
          midlayer.on(machine, "sdev" + (d + 1) + ".", bounds, rq -> queue(list, rq), blk, host));
      scsi.add(new Scsi(machine, devices.get(d)));
    }
  }

  private int queue(ListHead list, int rq) {
    if (limit == Limit.HOST && !atomic_add_unless(room, -1, 0)) {
      return HostTemplate.SCSI_MLQUEUE_HOST_BUSY;
    }
    ring_doorbell(rq, list);
    return 0;
  }

  Program program() {
    Program program = new Program(machine);
    for (int d = 0; d < DEVICES; d++) {
      ScsiLib lib = devices.get(d);
      Scsi end = scsi.get(d);
      ListHead list = in_flight.get(d);
      String name = String.valueOf((char) ('A' + d));
      program.role(
          "submit" + name,
          n -> {
            blk.sched().blk_mq_sched_insert_request(lib.q, n + 1, false, true, true);
            return n + 1 < commands ? n + 1 : Role.END;
          });
      program.role("irq" + name, turn -> interrupt(end, list));
      BlkMqHwCtx hctx = lib.q.hctx(0);
      program.role(
          "kworker" + name,
          turn -> {
            take_work(hctx.run_work);
            blk.blk_mq_run_work_fn(hctx);
            return 0;
          });
      program.role(
          "requeue" + name,
          turn -> {
            take_work(lib.sdev.requeue_work);
            lib.scsi_requeue_run_queue();
            return 0;
          });
      program.timer(
          "timer" + name,
          turn -> {
            fire_timer(hctx.run_work);
            return 0;
          });
    }
    return program
        .stalls(Program.Stalls.DESIGNED)
        .completion("every command has completed", memory -> memory.get(done) == DEVICES * commands)
        .invariant(
            "the target never has two commands",
            memory ->
                in_flight.stream().mapToInt(l -> Ids.size(memory.get(l), l.bits())).sum() <= 1)
        .returned(
            "device_busy is 0",
            memory -> devices.stream().allMatch(d -> memory.get(d.sdev.device_busy) == 0))
        .returned("target_busy is 0", memory -> memory.get(host.target_busy) == 0);
  }

  private int interrupt(Scsi end, ListHead list) {
    int rq = await_first(list);
    if (limit == Limit.HOST) {
      atomic_inc(room);
    }
    end.scsi_finish_command(rq);
    atomic_inc(done);
    return 0;
  }
}
