// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block;

/** {@code struct blk_mq_ops}: what a driver does for blk-mq. */
public interface BlkMqOps {
  /** {@code ->get_budget}: whether the driver takes one more request. */
  boolean get_budget();

  /** {@code ->put_budget}. */
  void put_budget();

  /** {@code ->queue_rq}: BLK_STS_OK is the only answer so far. */
  void queue_rq(BlkMqHwCtx hctx, int rq);
}
