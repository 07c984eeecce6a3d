// SPDX-License-Identifier: MIT
package hangproof.engine.cases;

import hangproof.engine.explorer.Verdict;
import hangproof.engine.explorer.Violation;

/**
 * What a case says will come out under one memory model at its usual bounds.
 *
 * @param violation null unless the verdict is Sometimes
 */
public record Expectation(Verdict verdict, Violation violation) {
  public static Expectation never() {
    return new Expectation(Verdict.NEVER, null);
  }

  public static Expectation sometimes(Violation violation) {
    return new Expectation(Verdict.SOMETIMES, violation);
  }

  @Override
  public String toString() {
    return violation == null ? verdict.toString() : verdict + " (" + violation + ")";
  }
}
