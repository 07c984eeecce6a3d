// SPDX-License-Identifier: GPL-2.0-only
package hangproof.lincheck;

import static hangproof.lincheck.Sampled.mustFind;
import static hangproof.lincheck.Sampled.mustNotFind;
import static hangproof.lincheck.Sampled.twoThreads;

import hangproof.machine.HardwareMachine;
import hangproof.model.block.Geometry;
import hangproof.model.scsi.Bounds;
import hangproof.model.scsi.restarts.V4;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The budget counter: {@code scsi_dev_queue_ready} raises device_busy first and checks then, {@code
 * scsi_mq_put_budget} lowers it.
 */
@Tag("lincheck")
final class BudgetTest {
  private static final int DEPTH = 1;

  /** The port's budget, with all of it taken. */
  private static final class Budget extends V4 {
    private final HardwareMachine hardware;

    Budget() {
      this(new HardwareMachine());
    }

    private Budget(HardwareMachine hardware) {
      super(hardware, bounds(), rq -> 0);
      this.hardware = hardware;
      for (int i = 0; i < DEPTH; i++) {
        take();
      }
    }

    private static Bounds bounds() {
      return new Bounds(new Geometry(1, 1, 1), DEPTH, 4, 1);
    }

    boolean take() {
      return scsi_dev_queue_ready();
    }

    void put() {
      scsi_mq_put_budget();
    }

    int taken() {
      return hardware.peek(sdev.device_busy);
    }
  }

  /** What a counter that looks before it takes would do. */
  public static class Exact {
    private int taken = DEPTH;

    public boolean take() {
      if (taken == DEPTH) {
        return false;
      }
      taken++;
      return true;
    }

    public void put() {
      taken--;
    }
  }

  /** Nobody gives back while others take. */
  public static class Takers {
    private final Budget budget = new Budget();

    public Takers() {
      Sampled.countInvocation();
      budget.put();
    }

    @Operation
    public boolean take() {
      return budget.take();
    }
  }

  /** As {@link Exact}, with nothing taken. */
  public static class ExactTakers extends Exact {
    public ExactTakers() {
      put();
    }
  }

  @Test
  void takersAloneAreLinearizableInTheSample() throws IOException {
    mustNotFind(
        "budget-taken",
        "history that is not linearizable",
        400,
        () -> twoThreads(3, 5, 100).sequentialSpecification(ExactTakers.class).check(Takers.class));
  }

  /** One gives back what it has, once, while others take. */
  public static class TakersAndOneThatPuts {
    private final Budget budget = new Budget();

    public TakersAndOneThatPuts() {
      Sampled.countInvocation();
    }

    @Operation
    public boolean take() {
      return budget.take();
    }

    @Operation(runOnce = true)
    public void put() {
      budget.put();
    }
  }

  /**
   * One who is refused holds the count up for a moment, so that another is refused although a unit
   * is free. That is why a refusal must be looked at again: get_budget reads device_busy after it.
   */
  @Test
  void aRefusalMayBeForNothing() throws IOException {
    mustFind(
            "budget-refused",
            "refusal for nothing",
            () ->
                twoThreads(2, 30, 50)
                    .sequentialSpecification(Exact.class)
                    .check(TakersAndOneThatPuts.class))
        .hasMessageContaining("Invalid execution results");
  }

  /** What matters of the count: never too many, and none lost. */
  public static class Accounts {
    private final Budget budget = new Budget();
    private final AtomicInteger held = new AtomicInteger(DEPTH);

    public Accounts() {
      Sampled.countInvocation();
    }

    @Operation
    public void take() {
      if (budget.take() && held.incrementAndGet() > DEPTH) {
        throw new IllegalStateException("more than the queue depth");
      }
    }

    @Operation(runOnce = true)
    public void put() {
      held.decrementAndGet();
      budget.put();
    }

    @Validate
    public void every_unit_is_accounted_for() {
      if (budget.taken() != held.get()) {
        throw new IllegalStateException(held + " held, but device_busy is " + budget.taken());
      }
    }
  }

  @Test
  void nothingIsOverdrawnOrLostInTheSample() throws IOException {
    mustNotFind(
        "budget-accounts",
        "unit overdrawn or lost",
        400,
        () -> twoThreads(2, 10, 50).check(Accounts.class));
  }
}
