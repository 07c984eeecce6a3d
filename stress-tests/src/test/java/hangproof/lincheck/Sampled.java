// SPDX-License-Identifier: GPL-2.0-only
package hangproof.lincheck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hangproof.hardware.LincheckResult;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;

/**
 * Runs of Lincheck that are counted and written down.
 *
 * <p>Lincheck samples interleavings, sequentially consistent ones only, until it has a failure or
 * has used up its invocations, and it passes without a word when it has. So a run that finds
 * nothing proves nothing, and what matters is what a run finds: the broken version, within the
 * invocations that the safe one is given.
 */
final class Sampled {
  private static final int LONGER = Boolean.getBoolean("hangproof.long") ? 20 : 1;

  /** Outside the heap, since Lincheck puts back between invocations whatever they changed in it. */
  private static final LongBuffer COUNT = ByteBuffer.allocateDirect(Long.BYTES).asLongBuffer();

  private Sampled() {}

  /** So many invocations, or more of them in a long run. */
  static int atMost(int invocations) {
    return invocations * LONGER;
  }

  /** Scenarios of two threads; which operations, Lincheck chooses for each iteration. */
  static ModelCheckingOptions twoThreads(int actorsPerThread, int iterations, int invocations) {
    return new ModelCheckingOptions()
        .threads(2)
        .actorsBefore(0)
        .actorsPerThread(actorsPerThread)
        .actorsAfter(1)
        .iterations(iterations)
        .invocationsPerIteration(atMost(invocations))
        .minimizeFailedScenario(false);
  }

  /** What each invocation calls first. */
  static void countInvocation() {
    COUNT.put(0, COUNT.get(0) + 1);
  }

  /** The run must fail; says how. */
  static AbstractThrowableAssert<?, ? extends Throwable> mustFind(
      String test, String wanted, ThrowingCallable run) throws IOException {
    COUNT.put(0, 0);
    AbstractThrowableAssert<?, ? extends Throwable> failure = assertThatThrownBy(run);
    failure.isInstanceOf(LincheckAssertionError.class);
    new LincheckResult(test, wanted, true, COUNT.get(0)).write();
    return failure;
  }

  /** The run must not fail, and must have run. */
  static void mustNotFind(String test, String wanted, int atLeast, ThrowingCallable run)
      throws IOException {
    COUNT.put(0, 0);
    assertThatCode(run).doesNotThrowAnyException();
    assertThat(COUNT.get(0)).as("invocations").isGreaterThanOrEqualTo(atLeast);
    new LincheckResult(test, wanted, false, COUNT.get(0)).write();
  }
}
