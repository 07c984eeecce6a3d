// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.reports;

import static org.assertj.core.api.Assertions.assertThat;

import hangproof.engine.cases.Case;
import hangproof.engine.explorer.Verdict;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** That the cases come out as they say is checked with all others; this is about what they say. */
final class ReportCasesTest {
  private static final List<Case> REPORTS =
      Stream.concat(ReportCases.all().stream(), TagCases.all().stream()).toList();

  @Test
  void everyBrokenVersionIsExpectedToHangSomewhere() {
    assertThat(REPORTS.stream().filter(c -> c.name().endsWith("-broken")))
        .isNotEmpty()
        .allMatch(
            c ->
                c.expectations().values().stream().anyMatch(e -> e.verdict() == Verdict.SOMETIMES));
  }
}
