// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.reports;

import hangproof.machine.Atomic;
import hangproof.machine.ListHead;
import hangproof.machine.Machine;
import hangproof.machine.Port;
import hangproof.model.block.BlkMq;
import hangproof.model.block.BlkMqHwCtx;
import hangproof.model.block.BlkMqOps;
import hangproof.model.block.Geometry;
import hangproof.model.block.RequestQueue;

/**
 * The smallest driver that refuses: no port, but the contract of the two refusals. A request needs
 * a slot; a completion gives it back, and then ends the request.
 */
final class SlotDevice extends Port implements BlkMqOps {
  final RequestQueue q;
  private final BlkMq blk;
  private final Atomic slots;
  private final ListHead in_flight;
  private final int refusal;

  /**
   * A device.
   *
   * @param free slots at first
   * @param most slots in all
   * @param refusal what it says without a slot: BLK_STS_RESOURCE or BLK_STS_DEV_RESOURCE
   */
  SlotDevice(Machine machine, Geometry geometry, BlkMq blk, int free, int most, int refusal) {
    super(machine);
    this.blk = blk;
    this.refusal = refusal;
    this.q = new RequestQueue(machine, geometry, this);
    this.slots = machine.atomic("device.slots", free, 0, most);
    this.in_flight = machine.list("device.in_flight", geometry.nr_requests());
  }

  @Override
  public int queue_rq(BlkMqHwCtx hctx, int rq) {
    if (!atomic_add_unless(slots, -1, 0)) {
      return refusal;
    }
    ring_doorbell(rq, in_flight);
    return BlkMq.BLK_STS_OK;
  }

  /** An interrupt: waits until the device has ended a request, and ends it. */
  void complete() {
    int rq = await_first(in_flight);
    atomic_inc(slots);
    blk.__blk_mq_end_request(q, rq);
  }

  /** Somebody who knows nothing of this queue gives a slot back. */
  void free_elsewhere() {
    atomic_inc(slots);
  }
}
