// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.virtio;

import hangproof.machine.KernelSource;
import hangproof.machine.ListHead;
import hangproof.machine.Machine;
import hangproof.machine.Port;
import hangproof.machine.SpinLock;
import hangproof.machine.Word;
import hangproof.model.block.BlkMq;
import hangproof.model.block.BlkMqHwCtx;
import hangproof.model.block.BlkMqOps;
import hangproof.model.block.Geometry;
import hangproof.model.block.RequestQueue;

/**
 * drivers/block/virtio_blk.c with one virtqueue: a driver that stops its hardware queue when the
 * ring is full, and starts it when the device has given something back.
 */
public final class VirtioBlk extends Port implements BlkMqOps {
  public final RequestQueue q;
  private final BlkMq blk;

  /** {@code vblk->vqs[0].lock}. */
  private final SpinLock lock;

  /** {@code vq->num_free}, in requests. */
  public final Word num_free;

  /** What the device has been given and has not ended yet. */
  private final ListHead ring;

  /**
   * A disk.
   *
   * @param ring_size requests that fit into the ring
   * @param num_free how many still do at first; the others are none of this queue's
   */
  public VirtioBlk(Machine machine, Geometry geometry, BlkMq blk, int ring_size, int num_free) {
    super(machine);
    this.blk = blk;
    this.q = new RequestQueue(machine, geometry, this);
    this.lock = machine.lock("vq.lock");
    this.num_free = machine.word("vq.num_free", num_free, 0, ring_size).guardedBy(lock);
    this.ring = machine.list("vq.ring", geometry.nr_requests());
  }

  /**
   * Left out: what is asked of the device, memory that runs out, and notifying it: it looks by
   * itself. In v3.19 the status was called BLK_MQ_RQ_QUEUE_BUSY.
   */
  @KernelSource(
      version = "v5.9",
      file = "drivers/block/virtio_blk.c",
      line = 217,
      sha256 = "0cb9d8eb9347c311a0141e1dc538a0ed16229d92b80e46b1c7ae525aba76e139")
  private int virtio_queue_rq(BlkMqHwCtx hctx, int rq) {
    spin_lock(lock);
    int free = read(num_free);
    if (free == 0) {
      blk.blk_mq_stop_hw_queue(hctx);
      spin_unlock(lock);
      return BlkMq.BLK_STS_DEV_RESOURCE;
    }
    write(num_free, free - 1);
    ring_doorbell(rq, ring);
    spin_unlock(lock);
    return BlkMq.BLK_STS_OK;
  }

  @Override
  public int queue_rq(BlkMqHwCtx hctx, int rq) {
    return virtio_queue_rq(hctx, rq);
  }

  /** Waits until the device has ended a request, and handles its interrupt. */
  public void await_done() {
    virtblk_done(await_first(ring));
  }

  /**
   * The interrupt that ends a request, 0 if it is none of this queue's. Left out: several requests
   * in one interrupt, and handing the completion to another CPU.
   */
  @KernelSource(
      version = "v5.9",
      file = "drivers/block/virtio_blk.c",
      line = 174,
      sha256 = "dcfc7df2c26a71e29afe1e8608465928ac25b90dc2ec91c77e8fb287e3d2628c")
  public void virtblk_done(int rq) {
    spin_lock(lock);
    write(num_free, read(num_free) + 1);
    if (rq != 0) {
      call(
          () -> {
            blk.__blk_mq_end_request(q, rq);
            return 0;
          });
    }
    blk.blk_mq_start_stopped_hw_queues(q, true);
    spin_unlock(lock);
  }
}
