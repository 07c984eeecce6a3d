// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.reports;

import static org.assertj.core.api.Assertions.assertThat;

import hangproof.engine.MemoryModel;
import hangproof.engine.cases.Case;
import hangproof.engine.cases.Cases;
import hangproof.engine.cases.Checker;
import hangproof.engine.cases.Outcome;
import hangproof.engine.explorer.Result;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every report's verdict is the one its case expects. */
final class TagCasesTest {
  private static final Checker CHECKER = Checker.standard(Cases.load().recorded());

  static Stream<Case> cases() {
    String only = System.getProperty("hangproof.cases", "");
    return TagCases.all().stream().filter(c -> c.name().contains(only));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void comesOutAsExpected(Case c) {
    for (MemoryModel model : c.expectations().keySet()) {
      Outcome outcome = CHECKER.check(c, model, c.usualBounds());
      Result result = outcome.result();
      System.out.printf(
          "%s %s: %s %s, %d states, depth %d, %.2f s %s%n",
          c.name(),
          model.key(),
          result.verdict(),
          result.violation(),
          result.states(),
          result.depth(),
          result.wallSeconds(),
          result.reason());
      assertThat(outcome.agreement())
          .as("%s under %s: %s %s", c.name(), model, result.verdict(), result.reason())
          .isIn(Outcome.Agreement.AS_EXPECTED, Outcome.Agreement.DRIFTED);
    }
  }
}
