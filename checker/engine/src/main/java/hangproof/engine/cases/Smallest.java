// SPDX-License-Identifier: MIT
package hangproof.engine.cases;

import hangproof.engine.explorer.Result;
import hangproof.engine.explorer.Verdict;
import java.util.HashMap;
import java.util.Map;

/** Drops from a violation the roles, requests and whatever else it does not take. */
public final class Smallest {
  private final Checker checker;
  private final Case testCase;
  private Outcome smallest;

  private Smallest(Checker checker, Outcome found) {
    this.checker = checker;
    this.testCase = found.testCase();
    this.smallest = found;
  }

  /**
   * Checks a case again and again with one parameter lowered by one, and keeps what still shows the
   * same violation in no more steps, until none can be lowered any more. Which parameter is lowered
   * first is the order in which the case declares them, so the outcome is the same each time.
   *
   * @param found an outcome with a violation
   * @return the same outcome if nothing smaller has the violation
   */
  public static Outcome of(Checker checker, Outcome found) {
    return new Smallest(checker, found).search();
  }

  private Outcome search() {
    boolean lowered = true;
    while (lowered) {
      lowered = false;
      for (Parameter p : testCase.parameters()) {
        while (lower(p)) {
          lowered = true;
        }
      }
    }
    return smallest;
  }

  private boolean lower(Parameter p) {
    Map<String, Integer> values = new HashMap<>(smallest.bounds().values());
    int value = values.get(p.name()) - 1;
    if (value < p.least() || Thread.currentThread().isInterrupted()) {
      return false;
    }
    values.put(p.name(), value);
    Outcome smaller;
    try {
      smaller = checker.check(testCase, smallest.model(), testCase.bounds(values));
    } catch (IllegalArgumentException e) {
      // Parameters may depend on one another, so that a case cannot be built at these.
      return false;
    }
    Result result = smaller.result();
    if (result.verdict() != Verdict.SOMETIMES
        || result.violation() != smallest.result().violation()
        || steps(smaller) > steps(smallest)) {
      return false;
    }
    smallest = smaller;
    return true;
  }

  /** Of a run; an execution graph has none. */
  private static int steps(Outcome o) {
    return o.result().witness() == null ? 0 : o.result().witness().steps();
  }
}
