// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block;

/** {@code struct elevator_mq_ops}: what a scheduler does for blk-mq. */
public interface Elevator {
  /** {@code ->has_work}: a look without any lock. */
  boolean has_work(BlkMqHwCtx hctx);

  /** {@code ->dispatch_request}: the next request, 0 if there is none now. */
  int dispatch_request(BlkMqHwCtx hctx);

  /** {@code ->insert_requests} for one request. */
  void insert_request(BlkMqHwCtx hctx, int rq, boolean at_head);
}
