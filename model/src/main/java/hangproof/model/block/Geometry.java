// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * How large a request queue is.
 *
 * @param nr_hw_queues hardware queues
 * @param nr_ctx software queues, dealt out to the hardware queues in turn
 * @param nr_requests requests in all, the same number for each software queue
 * @param paths what may happen to it
 * @param cmd_flags of each request, of {@link BlkFlush}'s flags, those without data last; empty if
 *     there is no flush
 */
public record Geometry(
    int nr_hw_queues, int nr_ctx, int nr_requests, Set<Path> paths, List<Integer> cmd_flags) {
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
    IDLING_ELEVATOR,
    /** There is a scheduler that hands out what came first: {@link FifoElevator}. */
    FIFO_ELEVATOR,
    /** There is a scheduler that lets one request at a time out of it: {@link TokenElevator}. */
    TOKEN_ELEVATOR,
    /** Requests get onto the requeue list; flushes do anyhow. */
    REQUEUE,
    /** The data of a flush sequence may go through a scheduler, as since v6.5. */
    FLUSH_DATA_SCHEDULED,
    /** A flush may have waited for so long that it is issued beside the data of others. */
    FLUSH_TIMEOUT
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
    if (!cmd_flags.isEmpty() && cmd_flags.size() != nr_requests) {
      throw new IllegalArgumentException(
          cmd_flags.size() + " cmd_flags for " + nr_requests + " requests");
    }
    for (int i = 1; i < cmd_flags.size(); i++) {
      if (hasData(cmd_flags.get(i)) && !hasData(cmd_flags.get(i - 1))) {
        throw new IllegalArgumentException("requests without data come after those with data");
      }
    }
    paths = Set.copyOf(paths);
    cmd_flags = List.copyOf(cmd_flags);
  }

  /** A queue without any flush. */
  public Geometry(int nr_hw_queues, int nr_ctx, int nr_requests, Set<Path> paths) {
    this(nr_hw_queues, nr_ctx, nr_requests, paths, Collections.emptyList());
  }

  /** A queue to which nothing of that happens. */
  public Geometry(int nr_hw_queues, int nr_ctx, int nr_requests) {
    this(nr_hw_queues, nr_ctx, nr_requests, EnumSet.noneOf(Path.class));
  }

  boolean has(Path path) {
    return paths.contains(path);
  }

  /** Whether there are flushes, so that each hardware queue has a request for those of its own. */
  boolean flushes() {
    return !cmd_flags.isEmpty();
  }

  /** Whether any request gets to a software queue or a scheduler: flushes may go past them. */
  boolean ordinary() {
    return !flushes()
        || has(Path.FLUSH_DATA_SCHEDULED)
        || !cmd_flags.stream().allMatch(BlkFlush::op_is_flush);
  }

  /** Whether any request gets to a software queue: a scheduler has its own queues. */
  boolean ctxs() {
    return ordinary() && !(flushes() && (has(Path.FIFO_ELEVATOR) || has(Path.TOKEN_ELEVATOR)));
  }

  private static boolean hasData(int cmd_flags) {
    return (cmd_flags & BlkFlush.HAS_DATA) != 0;
  }

  /** Requests with data: all of them, if there is no flush. */
  int withData() {
    return flushes() ? (int) cmd_flags.stream().filter(Geometry::hasData).count() : nr_requests;
  }

  /**
   * The highest id of a request that is ever dispatched. First come the requests with data, then
   * the hardware queues' own flush requests; those that are nothing but flushes come last, for they
   * only wait.
   */
  public int ids() {
    return withData() + (flushes() ? nr_hw_queues : 0);
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
