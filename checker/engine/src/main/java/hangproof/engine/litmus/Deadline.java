// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * The end of the time that a test may take: processor time of the thread that made it, so that
 * verdicts do not depend on what else the machine does.
 */
final class Deadline {
  private static final int TICKS = 1024;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final long start = now();
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

  private static long now() {
    return THREADS.isCurrentThreadCpuTimeSupported()
        ? THREADS.getCurrentThreadCpuTime()
        : System.nanoTime();
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
    if (nanos > 0 && now() - start > nanos) {
      throw new SearchLimit("the time ran out");
    }
  }
}
