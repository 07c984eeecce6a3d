// SPDX-License-Identifier: GPL-2.0-only
package hangproof.hardware;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lets two threads begin at nearly the same time, and each a little later than the other as often:
 * without it threads that go through a long row of samples seldom are at the same one.
 */
public final class Rendezvous {
  /** Then the other one is not on a processor: waiting for it would only waste samples. */
  private static final int PATIENCE = 100;

  private static final int MOST_TURNS = 50;

  private final AtomicInteger missing = new AtomicInteger(2);
  private final int skew = ThreadLocalRandom.current().nextInt(-MOST_TURNS, MOST_TURNS + 1);

  /** What the first of the two threads calls. */
  public void first() {
    meet();
    idle(skew);
  }

  /** What the second of the two threads calls. */
  public void second() {
    meet();
    idle(-skew);
  }

  private void meet() {
    missing.decrementAndGet();
    for (int i = 0; i < PATIENCE && missing.get() > 0; i++) {
      Thread.onSpinWait();
    }
  }

  private void idle(int turns) {
    for (int i = 0; i < turns; i++) {
      missing.getOpaque();
    }
  }
}
