// SPDX-License-Identifier: GPL-2.0-only
package hangproof.hardware;

import hangproof.cases.restarts.RestartsProgram.Version;
import hangproof.machine.HardwareMachine;
import hangproof.machine.Ids;
import hangproof.machine.ListHead;
import hangproof.machine.Port;
import hangproof.machine.Work;
import hangproof.model.block.BlkMqCtx;
import hangproof.model.block.BlkMqHwCtx;
import hangproof.model.block.Geometry;
import hangproof.model.scsi.Bounds;
import hangproof.model.scsi.Scsi;
import hangproof.model.scsi.ScsiLib;

/**
 * The faithful port on the hardware machine: a SCSI device that takes one command at a time, with
 * one hardware and one software queue. Made anew for every sample of a stress test.
 *
 * <p>Each method is what one context of the kernel does: a submitter, an interrupt, a kworker.
 */
public final class Device extends Port {
  private static final int RESTARTS_PER_REQUEST = 3;

  private final HardwareMachine hardware;
  private final int requests;
  private final ListHead in_flight;
  private final ScsiLib lib;
  private final Scsi scsi;
  private final BlkMqHwCtx hctx;
  private final BlkMqCtx ctx;

  /**
   * A device with nothing to do.
   *
   * @param requests that can be submitted to it in all
   */
  public Device(Version version, int requests) {
    this(new HardwareMachine(), version, requests);
  }

  private Device(HardwareMachine hardware, Version version, int requests) {
    super(hardware);
    this.hardware = hardware;
    this.requests = requests;
    this.in_flight = hardware.list("device.in_flight", requests);
    Bounds bounds = new Bounds(new Geometry(1, 1, requests), 1, 2, RESTARTS_PER_REQUEST * requests);
    this.lib = version.create(hardware, bounds, this::queuecommand);
    this.scsi = new Scsi(hardware, lib);
    this.hctx = lib.q.hctx(0);
    this.ctx = lib.q.ctx(0);
  }

  /** One command in flight, one request queued whose submitter was refused, and two to come. */
  public static Device refusedOnce(Version version) {
    Device device = new Device(version, 4);
    device.submit();
    device.submit();
    return device;
  }

  /**
   * What the race of the founding mail needs beside one interrupt, all of it in one thread: the
   * kworker that this interrupt starts, a submitter that is refused, another interrupt, the kworker
   * that it starts, and again a submitter that is refused.
   */
  public void everybody_else() {
    kworker();
    submit();
    interrupt();
    kworker();
    submit();
  }

  private int queuecommand(int rq) {
    ring_doorbell(rq, in_flight);
    return 0;
  }

  /** A submitter leaves a request in the software queue. */
  public void insert() {
    lib.blk.sched().blk_mq_sched_insert_request(hctx, ctx, false, false, false);
  }

  /** Somebody runs the hardware queue in his own context. */
  public void run_queue() {
    lib.blk.blk_mq_run_hw_queue(hctx, false);
  }

  /** A submitter queues a request and runs the queue itself. */
  public void submit() {
    lib.blk.sched().blk_mq_sched_insert_request(hctx, ctx, false, true, false);
  }

  /** The interrupt for the first command that the device has; waits until there is one. */
  public void interrupt() {
    scsi.scsi_finish_command(await_first(in_flight));
  }

  /** The kworker's turn: waits for the run work. */
  public void kworker() {
    take_work(hctx.run_work);
    lib.blk.blk_mq_run_work_fn(hctx);
  }

  /** What the run work is: see {@link Work}. */
  public int run_work() {
    return hardware.peek(hctx.run_work);
  }

  /** How many commands the device has. */
  public int in_flight() {
    return Ids.size(hardware.peek(in_flight), in_flight.bits());
  }

  /**
   * Lets everything that can still move do so, on this one thread: kworker, timer, interrupts.
   *
   * @return whether requests are left that nobody will ever look at
   */
  public boolean hangs() {
    while (true) {
      if (run_work() == Work.TIMER) {
        fire_timer(hctx.run_work);
      } else if (run_work() == Work.QUEUED) {
        kworker();
      } else if (in_flight() > 0) {
        interrupt();
      } else {
        return hardware.peek(hctx.ctx_map.word) != 0;
      }
    }
  }

  /** Whether every request has been submitted and has ended: its tag is free again. */
  public boolean complete() {
    return hardware.peek(hctx.tags.cleared) == (1 << requests) - 1;
  }
}
