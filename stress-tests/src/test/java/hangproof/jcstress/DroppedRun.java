// SPDX-License-Identifier: GPL-2.0-only
package hangproof.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import hangproof.hardware.Device;
import hangproof.hardware.MustShow;
import hangproof.model.scsi.restarts.Draft;
import hangproof.model.scsi.restarts.V4;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * Does a completion that takes the count of refusals back after it ran the queue drop a refusal
 * that came meanwhile? The race of the founding mail, its four threads folded into two: an
 * interrupt, and everybody else one after the other.
 *
 * <p>To hang, the interrupt must be held up between its last two statements for the whole turn of
 * the other thread: rare on a processor, which is why the search is the proof and this is not.
 */
public final class DroppedRun {
  private DroppedRun() {}

  private static String end(Device device) {
    if (device.hangs()) {
      return "hang";
    }
    return device.complete() ? "complete" : "lost";
  }

  /** The draft: runs the queue, then takes the count back. */
  @JCStressTest
  @Outcome(id = "complete", expect = ACCEPTABLE, desc = "Every request has completed.")
  @Outcome(id = "hang", expect = ACCEPTABLE_INTERESTING, desc = "Nobody will run the queue.")
  @Outcome(expect = FORBIDDEN, desc = "A request was lost.")
  @MustShow(value = "hang", onlyWhenLong = true)
  @State
  public static class OfDraft {
    private final Device device = Device.refusedOnce(Draft::new);

    @Actor
    public void interrupt() {
      device.interrupt();
    }

    @Actor
    public void everybody_else() {
      device.everybody_else();
    }

    @Arbiter
    public void end(L_Result r) {
      r.r1 = DroppedRun.end(device);
    }
  }

  /** Version 4: takes the count back, then runs the queue. */
  @JCStressTest
  @Outcome(id = "complete", expect = ACCEPTABLE, desc = "Every request has completed.")
  @Outcome(id = "hang", expect = FORBIDDEN, desc = "Nobody will run the queue.")
  @Outcome(expect = FORBIDDEN, desc = "A request was lost.")
  @State
  public static class OfV4 {
    private final Device device = Device.refusedOnce(V4::new);

    @Actor
    public void interrupt() {
      device.interrupt();
    }

    @Actor
    public void everybody_else() {
      device.everybody_else();
    }

    @Arbiter
    public void end(L_Result r) {
      r.r1 = DroppedRun.end(device);
    }
  }
}
