// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import hangproof.engine.cases.Outcome;
import hangproof.engine.cases.Outcome.Agreement;
import hangproof.engine.cases.RecordedCounts;

/** How an outcome differs from what was expected, in words. */
final class Agreements {
  private Agreements() {}

  /** Nothing but what was expected; an Unknown never is. */
  static boolean passes(Outcome o) {
    return o.agreement() == Agreement.AS_EXPECTED;
  }

  /** A word for machines. */
  static String key(Outcome o) {
    return switch (o.agreement()) {
      case MISSED -> "missed";
      case UNEXPECTED -> "unexpected";
      case UNKNOWN -> "unknown";
      case DRIFTED -> "drifted";
      case AS_EXPECTED -> "as-expected";
    };
  }

  /** One sentence. */
  static String sentence(Outcome o) {
    String found = o.result().verdict().toString();
    if (o.result().violation() != null) {
      found += " (" + o.result().violation() + ")";
    }
    String expected = o.expected() == null ? "nothing" : o.expected().toString();
    return switch (o.agreement()) {
      case MISSED -> "expected " + expected + ", which was not found: " + found;
      case UNEXPECTED -> "expected " + expected + ", found " + found;
      case UNKNOWN -> "nothing is proved: " + o.result().reason();
      case DRIFTED ->
          "the counts drifted: recorded "
              + o.recorded().replace('\t', ' ')
              + ", counted "
              + RecordedCounts.countsOf(o).replace('\t', ' ');
      case AS_EXPECTED -> found + ", as expected";
    };
  }
}
