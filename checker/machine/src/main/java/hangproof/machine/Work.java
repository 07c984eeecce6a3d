// SPDX-License-Identifier: MIT
package hangproof.machine;

/**
 * The kernel's {@code struct delayed_work}, seen from outside the workqueue: PENDING bit, place on
 * the worklist and timer as one word, because each changes hands under the owner of PENDING or
 * under the pool's lock.
 */
public final class Work extends Cell {
  /** PENDING is clear. */
  public static final int IDLE = 0;

  /** PENDING, on the worklist. */
  public static final int QUEUED = 1;

  /** PENDING, the timer will put it on the worklist. */
  public static final int TIMER = 2;

  /** Off the worklist, in the hands of a worker that has not cleared PENDING yet. */
  public static final int TAKEN = 3;

  Work(Machine machine, String name) {
    super(machine, name, IDLE, IDLE, TAKEN);
  }

  @Override
  public String show(int v) {
    return switch (v) {
      case IDLE -> "idle";
      case QUEUED -> "queued";
      case TIMER -> "timer";
      default -> "taken";
    };
  }
}
