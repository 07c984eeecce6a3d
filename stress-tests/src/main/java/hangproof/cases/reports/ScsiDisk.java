// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.reports;

import hangproof.machine.Atomic;
import hangproof.machine.Ids;
import hangproof.machine.ListHead;
import hangproof.machine.Machine;
import hangproof.machine.Op;
import hangproof.machine.Order;
import hangproof.machine.Port;
import hangproof.machine.Program;
import hangproof.model.block.BlkMq;
import hangproof.model.scsi.Bounds;
import hangproof.model.scsi.HostTemplate;
import hangproof.model.scsi.Scsi;
import hangproof.model.scsi.ScsiLib;

/** A SCSI disk and its low-level driver, whose own room may be less than the device's depth. */
final class ScsiDisk extends Port {
  /** Makes a version of the SCSI midlayer. */
  @FunctionalInterface
  interface Midlayer {
    ScsiLib on(Machine machine, Bounds bounds, HostTemplate hostt, BlkMq blk);
  }

  final ScsiLib lib;
  private final Scsi scsi;
  private final boolean limited;
  private final Atomic room;
  private final ListHead in_flight;
  private final int most;

  /**
   * A disk.
   *
   * @param room commands that the low-level driver takes; for others it says that the target is
   *     busy. 0 if it takes whatever it is given
   */
  ScsiDisk(Machine machine, Bounds bounds, Midlayer midlayer, BlkMq blk, int room) {
    super(machine);
    this.most = room == 0 ? bounds.queue_depth() : Math.min(room, bounds.queue_depth());
    this.limited = room != 0;
    this.room = machine.atomic("lld.room", room, 0, room);
    this.in_flight = machine.list("device.in_flight", bounds.geometry().nr_requests());
    this.lib = midlayer.on(machine, bounds, this::queuecommand, blk);
    this.scsi = new Scsi(machine, lib);
  }

  private int queuecommand(int rq) {
    if (limited && !atomic_add_unless(room, -1, 0)) {
      return HostTemplate.SCSI_MLQUEUE_TARGET_BUSY;
    }
    ring_doorbell(rq, in_flight);
    return 0;
  }

  /** An interrupt: waits until the device has ended a command, and ends it. */
  void complete() {
    int rq = await_first(in_flight);
    if (limited) {
      atomic_inc(room);
    }
    scsi.scsi_finish_command(rq);
  }

  /** The end of a command that was in flight at first, and took no room. */
  void completeAnother() {
    scsi.scsi_finish_command(0);
  }

  /** Waits until nobody has, or asks for, a budget. */
  void awaitIdle() {
    machine.access(lib.sdev.device_busy, Op.AWAIT_EQ, 0, 0, Order.ONCE);
  }

  /** What must hold of the device throughout and in the end. */
  void claims(Program program) {
    int bits = in_flight.bits();
    program.invariant(
        "the device never has more commands than it takes",
        memory -> Ids.size(memory.get(in_flight), bits) <= most);
    program.returned("device_busy is 0", memory -> memory.get(lib.sdev.device_busy) == 0);
  }
}
