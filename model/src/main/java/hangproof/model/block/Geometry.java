// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block;

/**
 * How large a request queue is.
 *
 * @param nr_hw_queues hardware queues
 * @param nr_ctx software queues, dealt out to the hardware queues in turn
 * @param nr_requests requests in all, the same number for each software queue
 */
public record Geometry(int nr_hw_queues, int nr_ctx, int nr_requests) {
  public Geometry {
    if (nr_hw_queues < 1 || nr_ctx < nr_hw_queues || nr_ctx % nr_hw_queues != 0) {
      throw new IllegalArgumentException(
          nr_ctx + " software queues cannot be shared out evenly to " + nr_hw_queues);
    }
    if (nr_requests < 1 || nr_requests % nr_ctx != 0) {
      throw new IllegalArgumentException(
          nr_requests + " requests cannot be shared out evenly to " + nr_ctx + " software queues");
    }
  }

  /** Software queues of each hardware queue. */
  public int ctxsPerHctx() {
    return nr_ctx / nr_hw_queues;
  }

  /** Requests of each software queue. */
  public int requestsPerCtx() {
    return nr_requests / nr_ctx;
  }
}
