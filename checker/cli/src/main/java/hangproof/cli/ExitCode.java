// SPDX-License-Identifier: MIT
package hangproof.cli;

import hangproof.engine.cases.Outcome;
import hangproof.engine.cases.Outcome.Agreement;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;

/** What the command tells its caller. Scripts depend on these numbers. */
final class ExitCode {
  static final int AS_EXPECTED = 0;
  static final int UNEXPECTED = 10;
  static final int MISSED = 11;
  static final int UNKNOWN = 20;

  /** A port and the kernel have gone different ways. */
  static final int DRIFT = 30;

  static final int NOTHING_RAN = 31;

  /** The command line makes no sense (EX_USAGE of sysexits.h). */
  static final int USAGE = 64;

  /** The program itself failed (EX_SOFTWARE of sysexits.h). */
  static final int INTERNAL = 70;

  /** For {@code --help}: the table above, and what is reserved. */
  static final String HELP =
      "Exit codes, the first that applies:%n"
          + "  70  internal error%n"
          + "  64  the command line makes no sense%n"
          + "  11  an expected violation was not found%n"
          + "  10  a violation that was not expected, or counts drifted%n"
          + "  20  Unknown: a limit was reached, nothing is proved%n"
          + "  30  a ported function is not what the kernel tree has%n"
          + "  31  nothing ran%n"
          + "   0  everything as expected";

  private ExitCode() {}

  /** The first code that applies, given that the program itself did not fail. */
  static int of(Collection<Outcome> outcomes) {
    Set<Agreement> seen = EnumSet.noneOf(Agreement.class);
    outcomes.forEach(o -> seen.add(o.agreement()));
    if (seen.isEmpty()) {
      return NOTHING_RAN;
    }
    if (seen.contains(Agreement.MISSED)) {
      return MISSED;
    }
    if (seen.contains(Agreement.UNEXPECTED) || seen.contains(Agreement.DRIFTED)) {
      return UNEXPECTED;
    }
    return seen.contains(Agreement.UNKNOWN) ? UNKNOWN : AS_EXPECTED;
  }
}
