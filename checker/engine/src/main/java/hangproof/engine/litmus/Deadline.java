// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

/** The end of the time that a test may take. */
final class Deadline {
  private static final int TICKS = 1024;

  private final long start = System.nanoTime();
  private final long nanos;
  private int ticks;

  /**
   * Starts the clock.
   *
   * @param nanos the time allowed, or 0 for no limit
   */
  Deadline(long nanos) {
    this.nanos = nanos;
  }

  /** Looks at the clock now and then. */
  void tick() {
    if (++ticks >= TICKS) {
      check();
    }
  }

  /** Looks at the clock. */
  void check() {
    ticks = 0;
    if (nanos > 0 && System.nanoTime() - start > nanos) {
      throw new SearchLimit("the time ran out");
    }
  }
}
