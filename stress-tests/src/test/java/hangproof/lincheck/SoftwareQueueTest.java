// SPDX-License-Identifier: GPL-2.0-only
package hangproof.lincheck;

import static hangproof.lincheck.Sampled.mustFind;
import static hangproof.lincheck.Sampled.mustNotFind;
import static hangproof.lincheck.Sampled.twoThreads;

import hangproof.machine.HardwareMachine;
import hangproof.model.block.Geometry;
import hangproof.model.scsi.Bounds;
import hangproof.model.scsi.ScsiLib;
import hangproof.model.scsi.restarts.V4;
import java.io.IOException;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Software queues: {@code blk_mq_sched_insert_request} under the queue's lock, {@code
 * blk_mq_dequeue_from_ctx}, which looks at ctx_map first and takes the lock then.
 */
@Tag("lincheck")
final class SoftwareQueueTest {
  /** What a list holds at most. */
  private static final int REQUESTS = 7;

  /** The port's queues, empty. */
  private static final class Queues {
    private final ScsiLib lib;

    Queues(int ctxs, int requests) {
      Bounds bounds = new Bounds(new Geometry(1, ctxs, requests), 1, 1, 1);
      lib = new V4(new HardwareMachine(), bounds, rq -> 0);
    }

    void insert(int ctx) {
      lib.blk
          .sched()
          .blk_mq_sched_insert_request(lib.q.hctx(0), lib.q.ctx(ctx), false, false, false);
    }

    int dequeue() {
      return lib.blk.blk_mq_dequeue_from_ctx(lib.q.hctx(0), 0);
    }
  }

  /** A single queue. */
  public static class OneQueue {
    private final Queues queues = new Queues(1, REQUESTS);

    public OneQueue() {
      Sampled.countInvocation();
    }

    @Operation
    public void insert() {
      queues.insert(0);
    }

    @Operation
    public int dequeue() {
      return queues.dequeue();
    }
  }

  /** Requests are numbered as they are inserted, so they leave in the order of their numbers. */
  public static class Fifo {
    private int inserted;
    private int dequeued;

    public void insert() {
      inserted++;
    }

    public int dequeue() {
      return dequeued == inserted ? 0 : ++dequeued;
    }
  }

  @Test
  void oneQueueIsLinearizableInTheSample() throws IOException {
    mustNotFind(
        "software-queue",
        "history that is not linearizable",
        400,
        () -> twoThreads(3, 10, 50).sequentialSpecification(Fifo.class).check(OneQueue.class));
  }

  /** Two queues, the first of which has one request. */
  public static class TwoQueues {
    private final Queues queues = new Queues(2, 2);

    public TwoQueues() {
      Sampled.countInvocation();
      queues.insert(0);
    }

    @Operation(runOnce = true)
    public void insert() {
      queues.insert(1);
    }

    @Operation
    public boolean dequeue() {
      return queues.dequeue() != 0;
    }
  }

  /** How many requests there are. */
  public static class Count {
    private int requests = 1;

    public void insert() {
      requests++;
    }

    public boolean dequeue() {
      if (requests == 0) {
        return false;
      }
      requests--;
      return true;
    }
  }

  /**
   * A dispatcher goes by ctx_map as it was; it may leave with nothing although there was never
   * nothing. That is why one who took a budget and found no request has the queue run again.
   */
  @Test
  void ofTwoQueuesADequeueMayComeBackEmptyHanded() throws IOException {
    mustFind(
            "software-queues",
            "dequeue that is empty-handed for nothing",
            () -> twoThreads(2, 30, 50).sequentialSpecification(Count.class).check(TwoQueues.class))
        .hasMessageContaining("Invalid execution results");
  }
}
