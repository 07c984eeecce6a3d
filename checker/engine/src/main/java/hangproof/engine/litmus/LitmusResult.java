// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

import java.util.List;

/**
 * The outcome of a litmus test.
 *
 * @param test the test
 * @param verdict whether its proposition can hold
 * @param states the final states in herd's notation, sorted
 * @param positive executions that satisfy the proposition
 * @param negative executions that do not
 * @param dataRace true if an allowed execution has a data race
 * @param counted false if the verdict is sure but states, counts and races are not: the search for
 *     all executions hit a bound, and a search for one of each kind gave the verdict
 * @param cpuNanos processor time of the calling thread
 * @param reason which bound was hit, or null
 */
public record LitmusResult(
    LitmusTest test,
    LitmusVerdict verdict,
    List<String> states,
    long positive,
    long negative,
    boolean dataRace,
    boolean counted,
    long cpuNanos,
    String reason) {

  /** Copies the list. */
  public LitmusResult {
    states = List.copyOf(states);
  }

  /** True if the test's own demand is met: "Ok" in herd's words. */
  public boolean ok() {
    return switch (test.quantifier()) {
      case EXISTS -> verdict == LitmusVerdict.SOMETIMES || verdict == LitmusVerdict.ALWAYS;
      case NOT_EXISTS -> verdict == LitmusVerdict.NEVER || verdict == LitmusVerdict.DEADLOCK;
      case FORALL -> verdict == LitmusVerdict.ALWAYS || verdict == LitmusVerdict.DEADLOCK;
    };
  }
}
