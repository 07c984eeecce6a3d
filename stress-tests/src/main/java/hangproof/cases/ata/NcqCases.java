// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.ata;

import static hangproof.engine.cases.Expectation.never;
import static hangproof.engine.cases.Expectation.sometimes;

import hangproof.engine.MemoryModel;
import hangproof.engine.cases.Bounds;
import hangproof.engine.cases.Case;
import hangproof.engine.explorer.Violation;
import hangproof.machine.Machine;
import hangproof.machine.Program;
import hangproof.model.ata.AtaPort;
import hangproof.model.block.BlkMq;
import hangproof.model.block.versions.NoDelayedRun;
import hangproof.model.block.versions.V57;
import hangproof.model.scsi.restarts.IdleRun;
import hangproof.model.scsi.restarts.UnconditionalRun;
import hangproof.model.scsi.restarts.V4;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * NCQ commands and others exclude each other on a drive: ata_std_qc_defer refuses a flush while
 * writes are out, and writes while a flush is. What is refused comes back as SCSI's busy device:
 * {@code device_blocked} is set to 3, and until a completion sets it to 0 an idle device must be
 * asked three times. Who asks is the question: blk-mq for leftovers, after a while, and since v5.8
 * for want of a budget too; a completion; or whoever is refused a budget while the device is idle.
 *
 * <p>The last one is needed where blk-mq does nothing for want of a budget ({@code no-idle-run}).
 * The status is BLK_STS_DEV_RESOURCE where the device has other commands, up to v5.9, and never
 * since: {@code scsi_device_blocked} is about the device's state, not about {@code device_blocked}.
 *
 * <p>A completion may set {@code device_blocked} to 0 between a dispatcher's look and its
 * decrement. It is -1 then, which for a device with commands means blocked, until the next
 * completion.
 */
public final class NcqCases {
  private NcqCases() {}

  public static List<Case> all() {
    return List.of(
        of("ncq-v5-7", "what an NCQ drive refuses comes back")
            .versions("v5.7, whose dispatcher lacks the barriers of A03")
            .expect(MemoryModel.SC, never())
            .expect(MemoryModel.TSO, sometimes(Violation.IO_HANG))
            .program(on(IdleRun::new, V57::new, AtaPort::new)),
        of("ncq-no-idle-run", "so it does if nobody looks whether the device is idle")
            .versions("v5.7 with b4fd63f42647 alone: no kernel")
            .expect(sometimes(Violation.IO_HANG))
            .program(on(UnconditionalRun::new, V57::new, AtaPort::new)),
        of("ncq-v5-9", "so it does if blk-mq comes back for want of a budget")
            .versions("v5.8 and v5.9")
            .expect(never())
            .program(on(UnconditionalRun::new, BlkMq::new, AtaPort::new)),
        of("ncq-v5-10", "so it does with restarts")
            .versions("since v5.10")
            .expect(never())
            .program(on(V4::new, BlkMq::new, AtaPort::new)),
        of("ncq-no-delayed-run", "so it does with restarts, if blk-mq leaves all to SCSI")
            .versions("no kernel: v5.10 without 86ff7c2a80cd and ab3cee3762e5")
            .expect(never())
            .program(on(V4::new, NoDelayedRun::new, AtaPort::new)),
        of("ncq-never-defers", "a drive has NCQ commands together, any other alone")
            .versions("no kernel: NCQ commands are not deferred")
            .expect(sometimes(Violation.INVARIANT))
            .program(on(V4::new, BlkMq::new, NcqNeverDefers::new)));
  }

  private static Case of(String name, String claim) {
    return Case.of("ata/" + name, claim)
        .subsystem("ata")
        .report("commit 01e99aeca397 causes longer runtime of block/004 (2020)")
        .limits(
            "one hardware queue, no scheduler, a flush is a command like others: no flush machine;"
                + " delayed runs come when the device is idle")
        .parameter("writes", 1, 1, 3)
        .parameter("flushes", 1, 1, 2);
  }

  /** Makes the drive's port. */
  @FunctionalInterface
  interface Port {
    AtaPort on(Machine machine, int commands, int ncqs);
  }

  /** NCQ commands do not mind a command that is none. */
  private static final class NcqNeverDefers extends AtaPort {
    NcqNeverDefers(Machine machine, int commands, int ncqs) {
      super(machine, commands, ncqs);
    }

    @Override
    protected int ata_std_qc_defer(int qc) {
      return ata_is_ncq(qc) ? 0 : super.ata_std_qc_defer(qc);
    }
  }

  private static BiFunction<Machine, Bounds, Program> on(
      AtaDisk.Midlayer midlayer, Function<Machine, BlkMq> blk, Port port) {
    return (machine, bounds) -> {
      int writes = bounds.get("writes");
      int commands = writes + bounds.get("flushes");
      return new AtaDisk(
              machine,
              midlayer,
              blk.apply(machine),
              port.on(machine, commands, writes),
              writes,
              commands)
          .program();
    };
  }
}
