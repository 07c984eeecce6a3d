// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import static org.assertj.core.api.Assertions.assertThat;

import hangproof.engine.MemoryModel;
import hangproof.engine.cases.Case;
import hangproof.engine.cases.Outcome;
import hangproof.engine.fixtures.FixtureCases;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class GithubAnnotationsTest {
  private static List<String> lines(List<Outcome> outcomes) {
    JavaSources sources = JavaSources.under(Path.of(""));
    return GithubAnnotations.lines(outcomes, new WitnessFiles(outcomes), sources);
  }

  @Test
  void whatIsAsExpectedIsNotAnnotated() {
    assertThat(lines(Reports.check(FixtureCases.LOST, Map.of()))).isEmpty();
  }

  @Test
  void aRaceHasOneAnnotationAtItsLine() {
    List<String> lines = lines(Reports.check(FixtureCases.UNEXPECTED, Map.of()));
    assertThat(lines).hasSize(1);
    assertThat(lines.get(0))
        .matches(
            "::error file=src/test/java/hangproof/engine/fixtures/Wakeup\\.java,line=\\d+,"
                + "title=wrong/unexpected under SC::expected Never, found Sometimes \\(IO hang\\)"
                + "%0A%0ARACE .*")
        .doesNotContain("\n");
  }

  @Test
  void hostileTextDoesNotEndTheCommand() {
    Case c = Case.of("a/b", "none");
    Outcome o = Outcome.unknown(c, MemoryModel.SC, c.usualBounds(), "50%\n::error::, \r:x");
    assertThat(lines(List.of(o)))
        .containsExactly("::error title=a/b under SC::nothing is proved: 50%25%0A::error::, %0D:x");
  }
}
