// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases;

import static org.assertj.core.api.Assertions.assertThat;

import hangproof.engine.cases.Case;
import hangproof.engine.cases.Cases;
import hangproof.engine.cases.Outcome;
import hangproof.engine.cases.Outcome.Agreement;
import hangproof.engine.report.AsideWriter;
import hangproof.engine.report.ResultsWriter;
import hangproof.engine.report.WitnessFiles;
import hangproof.junit.InterleavingTest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * Every case under every memory model that it speaks of; writes results/ in the end.
 *
 * <p>{@code -Dhangproof.larger=true} searches at the larger bounds too. {@code
 * -Dhangproof.record=true} compares no counts, and writes them down for the next time.
 */
@TestInstance(Lifecycle.PER_CLASS)
final class AllCasesTest {
  /** What a reviewer reads without scrolling far. */
  private static final int LINES = 60;

  private final Cases cases = Cases.load();
  private final List<Outcome> outcomes = new ArrayList<>();

  @InterleavingTest
  void comesOutAsExpected(Outcome outcome) {
    outcomes.add(outcome);
    WitnessFiles witnesses = new WitnessFiles(List.of(outcome));
    if (witnesses.has(outcome)) {
      String mail = witnesses.mail(outcome, "results");
      assertThat(mail.lines()).allMatch(AllCasesTest::fitsAMail).hasSizeLessThanOrEqualTo(LINES);
      assertThat(witnesses.fullMail(outcome, "results").lines()).allMatch(AllCasesTest::fitsAMail);
    }
  }

  private static boolean fitsAMail(String line) {
    return line.length() <= 75 && line.chars().allMatch(c -> c >= ' ' && c < 127);
  }

  /** Only if all of them ran: who runs one alone wants no index of one. */
  @AfterAll
  void writeResults() throws IOException {
    String results = System.getProperty("hangproof.results");
    if (results == null || outcomes.size() < planned()) {
      return;
    }
    ResultsWriter.write(Path.of(results), outcomes, cases);
    boolean right = outcomes.stream().allMatch(o -> o.agreement() == Agreement.AS_EXPECTED);
    if (right && Boolean.getBoolean("hangproof.record")) {
      AsideWriter.write(
          Path.of(System.getProperty("hangproof.recorded")),
          cases.recorded().with(outcomes, cases).text());
    }
  }

  private int planned() {
    return cases.all().stream().mapToInt(AllCasesTest::searches).sum();
  }

  private static int searches(Case c) {
    return Boolean.getBoolean("hangproof.larger")
        ? c.expectedBounds().stream().mapToInt(b -> c.expectedModels(b).size()).sum()
        : c.expectations().size();
  }
}
