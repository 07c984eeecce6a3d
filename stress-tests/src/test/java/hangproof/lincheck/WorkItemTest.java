// SPDX-License-Identifier: GPL-2.0-only
package hangproof.lincheck;

import static hangproof.lincheck.Sampled.mustNotFind;
import static hangproof.lincheck.Sampled.twoThreads;

import hangproof.machine.HardwareMachine;
import hangproof.machine.Port;
import hangproof.machine.Work;
import java.io.IOException;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A work item: queued by anybody, twice at a time never, and taken by one kworker. */
@Tag("lincheck")
final class WorkItemTest {
  /** The port's work item, idle. */
  private static final class Item extends Port {
    private final HardwareMachine hardware;
    private final Work work;

    Item() {
      this(new HardwareMachine());
    }

    private Item(HardwareMachine hardware) {
      super(hardware);
      this.hardware = hardware;
      this.work = hardware.work("work");
    }

    boolean queue() {
      return queue_work(work);
    }

    void modify() {
      mod_delayed_work(work, 0);
    }

    /** A kworker runs when there is work, and not otherwise. */
    boolean take() {
      if (hardware.peek(work) != Work.QUEUED) {
        return false;
      }
      take_work(work);
      return true;
    }
  }

  /** One kworker at a time. */
  public static class OneKworker {
    private final Item item = new Item();

    public OneKworker() {
      Sampled.countInvocation();
    }

    @Operation
    public boolean queue_work() {
      return item.queue();
    }

    @Operation
    public void mod_delayed_work() {
      item.modify();
    }

    @Operation(nonParallelGroup = "kworker")
    public boolean take() {
      return item.take();
    }
  }

  /** Pending or not. */
  public static class Pending {
    private boolean pending;

    public boolean queue_work() {
      boolean queued = !pending;
      pending = true;
      return queued;
    }

    public void mod_delayed_work() {
      pending = true;
    }

    public boolean take() {
      boolean taken = pending;
      pending = false;
      return taken;
    }
  }

  @Test
  void linearizableInTheSample() throws IOException {
    mustNotFind(
        "work-item",
        "history that is not linearizable",
        400,
        () -> twoThreads(3, 10, 60).sequentialSpecification(Pending.class).check(OneKworker.class));
  }
}
