// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import hangproof.engine.axiom.Lkmm;
import java.io.IOException;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Agreement with herd7 on public tests: verdict, executions, states and race flag. */
class SharedCorpusTest {
  private final LitmusChecker checker = new LitmusChecker(new Lkmm(), SearchBounds.DEFAULT);

  @BeforeEach
  void corpusIsPresent() {
    assumeTrue(SharedCorpus.isPresent(), "no corpus at " + SharedCorpus.directory());
  }

  @ParameterizedTest
  @CsvSource({"., 385", "directed, 19"})
  void agreesWithHerd(String folder, int tests) throws IOException {
    SoftAssertions all = new SoftAssertions();
    int count = 0;
    for (SharedCorpus.Line line : SharedCorpus.lines(folder)) {
      LitmusResult result = checker.check(LitmusTest.parse(line.file()));
      all.assertThat(SharedCorpus.summary(result)).as(line.name()).isEqualTo(line.expected());
      count++;
    }
    all.assertAll();
    assertThat(count).isEqualTo(tests);
  }

  @Test
  void decidesWithoutCounting() throws IOException {
    SoftAssertions all = new SoftAssertions();
    for (SharedCorpus.Line line : SharedCorpus.lines(".")) {
      LitmusVerdict verdict = checker.decide(LitmusTest.parse(line.file()));
      all.assertThat(verdict.word()).as(line.name()).isEqualTo(line.get("herd_verdict"));
    }
    all.assertAll();
  }
}
