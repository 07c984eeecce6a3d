// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block;

/** {@code struct elevator_mq_ops}: what a scheduler does for blk-mq. */
public interface Elevator {
  /** {@code ->has_work}: a look without any lock. */
  boolean has_work(BlkMqHwCtx hctx);

  /** {@code ->dispatch_request}: the next request, 0 if there is none now. */
  int dispatch_request(BlkMqHwCtx hctx);

  /** {@code ->insert_requests}: a packed list, which may be one request. */
  void insert_requests(BlkMqHwCtx hctx, int list, boolean at_head);

  /** {@code ->finish_request}. Returns whether somebody may wait for what it has given back. */
  default boolean finish_request(BlkMqHwCtx hctx, int rq) {
    return false;
  }
}
