// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block;

/** {@code struct blk_mq_ops}: what a driver does for blk-mq. */
public interface BlkMqOps {
  /** {@code ->get_budget}: whether the driver takes one more request. Without it, always. */
  default boolean get_budget(BlkMqHwCtx hctx) {
    return true;
  }

  /** {@code ->put_budget}. */
  default void put_budget() {}

  /** {@code ->queue_rq}: one of the {@code BLK_STS_...} of {@link BlkMq}. */
  int queue_rq(BlkMqHwCtx hctx, int rq);

  /**
   * The same, told in {@code bd->last} whether nothing follows for now. Only a driver that has
   * {@link #commit_rqs} cares.
   */
  default int queue_rq(BlkMqHwCtx hctx, int rq, boolean last) {
    return queue_rq(hctx, rq);
  }

  /** {@code ->commit_rqs}: what was queued with {@code !bd->last} is all there is. */
  default void commit_rqs(BlkMqHwCtx hctx) {}
}
