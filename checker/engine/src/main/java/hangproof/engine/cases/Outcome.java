// SPDX-License-Identifier: MIT
package hangproof.engine.cases;

import hangproof.engine.MemoryModel;
import hangproof.engine.explorer.Result;
import hangproof.engine.explorer.Verdict;

/**
 * A case, checked under one model.
 *
 * @param expected null if the bounds are not the usual ones, so that nothing is expected
 * @param recorded the counts recorded earlier, null if there are none
 */
public record Outcome(
    Case testCase,
    MemoryModel model,
    Bounds bounds,
    Expectation expected,
    String recorded,
    Result result) {
  /** How the outcome compares with what was expected, the worst first. */
  public enum Agreement {
    /** A violation was expected and not found. */
    MISSED,
    /** A violation that was not expected. */
    UNEXPECTED,
    /** Nothing is proved. */
    UNKNOWN,
    /** The verdict is right, but the counts are not those recorded. */
    DRIFTED,
    AS_EXPECTED
  }

  /** The outcome of a search that never began, or that broke down. */
  public static Outcome unknown(Case c, MemoryModel model, Bounds bounds, String reason) {
    Result nothing =
        new Result(Verdict.UNKNOWN, null, null, reason, 0, 0, 0, 0, 0, 0, false, 0, 0, 0);
    return new Outcome(c, model, bounds, c.expected(model, bounds), null, nothing);
  }

  public Agreement agreement() {
    Verdict found = result.verdict();
    if (found == Verdict.UNKNOWN) {
      return Agreement.UNKNOWN;
    }
    if (expected != null && found != expected.verdict()) {
      return found == Verdict.NEVER ? Agreement.MISSED : Agreement.UNEXPECTED;
    }
    if (expected != null && result.violation() != expected.violation()) {
      return Agreement.UNEXPECTED;
    }
    if (expected == null && found == Verdict.SOMETIMES) {
      return Agreement.UNEXPECTED;
    }
    if (recorded != null && !recorded.equals(RecordedCounts.countsOf(this))) {
      return Agreement.DRIFTED;
    }
    return Agreement.AS_EXPECTED;
  }
}
