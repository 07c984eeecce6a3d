// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.reports;

import static org.assertj.core.api.Assertions.assertThat;

import hangproof.engine.MemoryModel;
import hangproof.engine.cases.Case;
import hangproof.engine.cases.Cases;
import hangproof.engine.cases.Checker;
import hangproof.engine.cases.Outcome;
import hangproof.engine.explorer.Verdict;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every report comes out as it says, at its usual bounds. */
final class ReportCasesTest {
  private static final Cases CASES = Cases.load();
  private static final List<Case> REPORTS = ReportCases.all();

  private static Stream<Arguments> reports() {
    return REPORTS.stream()
        .flatMap(c -> c.expectations().keySet().stream().map(m -> Arguments.of(c, m)));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("reports")
  void comesOutAsExpected(Case report, MemoryModel model) {
    Outcome outcome = Checker.standard(CASES.recorded()).check(report, model, report.usualBounds());
    assertThat(outcome.agreement())
        .as("%s %s", outcome.result().verdict(), outcome.result().reason())
        .isEqualTo(Outcome.Agreement.AS_EXPECTED);
  }

  @Test
  void everyBrokenVersionIsExpectedToHangSomewhere() {
    assertThat(REPORTS.stream().filter(c -> c.name().endsWith("-broken")))
        .isNotEmpty()
        .allMatch(
            c ->
                c.expectations().values().stream().anyMatch(e -> e.verdict() == Verdict.SOMETIMES));
  }
}
