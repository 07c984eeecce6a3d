// SPDX-License-Identifier: GPL-2.0-only
package hangproof.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import hangproof.hardware.MustShow;
import hangproof.hardware.Rendezvous;
import hangproof.model.reduced.Square;
import hangproof.model.reduced.V4;
import hangproof.model.reduced.V4NoBarrier;
import hangproof.model.reduced.V4PlainCounters;
import hangproof.model.reduced.V4PlainCountersNoBarrier;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Is the barrier between counting a refusal and looking at device_busy needed? Store buffering: the
 * refused one writes restarts and reads device_busy; the completion writes device_busy and reads
 * restarts. If neither sees what the other wrote, nobody will run the queue.
 *
 * <p>The result is device_busy as the refused one saw it, and whether the completion ran the queue.
 *
 * <p>On x86 an atomic increment is LOCKed, hence a full barrier of its own: there version 4 without
 * its barrier hangs no more than with it. The processor does show what the barrier is for where
 * restarts is read, then written.
 */
public final class StoreBuffering {
  private StoreBuffering() {}

  /** restarts is read, then written; no barrier follows. */
  @JCStressTest
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "The refused one runs the queue later.")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The completion runs the queue.")
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Both run the queue.")
  @Outcome(id = "1, 0", expect = ACCEPTABLE_INTERESTING, desc = "Nobody runs the queue.")
  @MustShow("1, 0")
  @State
  public static class PlainCounterWithoutBarrier {
    private final Rendezvous start = new Rendezvous();
    private final Square<V4PlainCountersNoBarrier> square =
        new Square<>(V4PlainCountersNoBarrier::new);

    @Actor
    public void refused(II_Result r) {
      start.first();
      r.r1 = square.refused();
    }

    @Actor
    public void complete() {
      start.second();
      square.complete();
    }

    @Arbiter
    public void queue_runs(II_Result r) {
      r.r2 = square.queue_runs() ? 1 : 0;
    }
  }

  /** restarts is read, then written; smp_mb() follows. */
  @JCStressTest
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "The refused one runs the queue later.")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The completion runs the queue.")
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Both run the queue.")
  @Outcome(id = "1, 0", expect = FORBIDDEN, desc = "Nobody runs the queue.")
  @State
  public static class PlainCounterWithBarrier {
    private final Rendezvous start = new Rendezvous();
    private final Square<V4PlainCounters> square = new Square<>(V4PlainCounters::new);

    @Actor
    public void refused(II_Result r) {
      start.first();
      r.r1 = square.refused();
    }

    @Actor
    public void complete() {
      start.second();
      square.complete();
    }

    @Arbiter
    public void queue_runs(II_Result r) {
      r.r2 = square.queue_runs() ? 1 : 0;
    }
  }

  /** Version 4 without its barrier: no processor need show the hang, and x86 never does. */
  @JCStressTest
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "The refused one runs the queue later.")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The completion runs the queue.")
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Both run the queue.")
  @Outcome(id = "1, 0", expect = ACCEPTABLE_INTERESTING, desc = "Nobody runs the queue.")
  @State
  public static class AtomicWithoutBarrier {
    private final Rendezvous start = new Rendezvous();
    private final Square<V4NoBarrier> square = new Square<>(V4NoBarrier::new);

    @Actor
    public void refused(II_Result r) {
      start.first();
      r.r1 = square.refused();
    }

    @Actor
    public void complete() {
      start.second();
      square.complete();
    }

    @Arbiter
    public void queue_runs(II_Result r) {
      r.r2 = square.queue_runs() ? 1 : 0;
    }
  }

  /** Version 4 as merged. */
  @JCStressTest
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "The refused one runs the queue later.")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The completion runs the queue.")
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Both run the queue.")
  @Outcome(id = "1, 0", expect = FORBIDDEN, desc = "Nobody runs the queue.")
  @State
  public static class AtomicWithBarrier {
    private final Rendezvous start = new Rendezvous();
    private final Square<V4> square = new Square<>(V4::new);

    @Actor
    public void refused(II_Result r) {
      start.first();
      r.r1 = square.refused();
    }

    @Actor
    public void complete() {
      start.second();
      square.complete();
    }

    @Arbiter
    public void queue_runs(II_Result r) {
      r.r2 = square.queue_runs() ? 1 : 0;
    }
  }
}
