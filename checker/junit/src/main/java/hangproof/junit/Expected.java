// SPDX-License-Identifier: MIT
package hangproof.junit;

import hangproof.engine.cases.Expectation;
import hangproof.engine.explorer.Violation;

/** What an {@link InterleavingTest} expects. */
public enum Expected {
  /** What the case says; at bounds of which it says nothing, that nothing is wrong. */
  AS_DECLARED,
  NEVER,
  IO_HANG,
  INVARIANT_BROKEN,
  LEAK,
  DATA_RACE,
  STALL;

  /** This, or what was declared. */
  Expectation or(Expectation declared) {
    return switch (this) {
      case AS_DECLARED -> declared;
      case NEVER -> Expectation.never();
      case IO_HANG -> Expectation.sometimes(Violation.IO_HANG);
      case INVARIANT_BROKEN -> Expectation.sometimes(Violation.INVARIANT);
      case LEAK -> Expectation.sometimes(Violation.LEAK);
      case DATA_RACE -> Expectation.sometimes(Violation.DATA_RACE);
      case STALL -> Expectation.sometimes(Violation.STALL);
    };
  }
}
