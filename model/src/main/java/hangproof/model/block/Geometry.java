// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block;

import java.util.EnumSet;
import java.util.Set;

/**
 * How large a request queue is.
 *
 * @param nr_hw_queues hardware queues
 * @param nr_ctx software queues, dealt out to the hardware queues in turn
 * @param nr_requests requests in all, the same number for each software queue
 * @param paths what may happen to it
 */
public record Geometry(int nr_hw_queues, int nr_ctx, int nr_requests, Set<Path> paths) {
  /**
   * What a program lets happen. The ported code is the same whatever is said here; but a cell that
   * then cannot change is declared so, and a program that said too little is told so.
   */
  public enum Path {
    /** Requests get onto {@code hctx->dispatch}. */
    DISPATCH,
    /** A hardware queue is stopped. */
    STOP,
    /** The queue is quiesced. */
    QUIESCE,
    /** {@code hctx->dispatch_busy} is 0, so requests are dispatched all at once. */
    NOT_BUSY,
    /**
     * Submitters have moved to a CPU that is not one of the hardware queue's, so that the queue is
     * run by a kworker instead.
     */
    MOVED,
    /** There is a scheduler that now and then waits for one process: {@link IdlingElevator}. */
    IDLING_ELEVATOR
  }

  public Geometry {
    if (nr_hw_queues < 1 || nr_ctx < nr_hw_queues || nr_ctx % nr_hw_queues != 0) {
      throw new IllegalArgumentException(
          nr_ctx + " software queues cannot be shared out evenly to " + nr_hw_queues);
    }
    if (nr_requests < 1 || nr_requests % nr_ctx != 0) {
      throw new IllegalArgumentException(
          nr_requests + " requests cannot be shared out evenly to " + nr_ctx + " software queues");
    }
    paths = Set.copyOf(paths);
  }

  /** A queue to which nothing of that happens. */
  public Geometry(int nr_hw_queues, int nr_ctx, int nr_requests) {
    this(nr_hw_queues, nr_ctx, nr_requests, EnumSet.noneOf(Path.class));
  }

  boolean has(Path path) {
    return paths.contains(path);
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
