// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import hangproof.engine.axiom.Lkmm;
import hangproof.engine.axiom.MemoryModel;
import hangproof.engine.axiom.Models;
import hangproof.engine.axiom.PorfAcyclic;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two searches over one model find the same executions wherever po | rf is acyclic. */
class GraphSearchTest {
  private static int compare(String model, List<Path> files) throws Exception {
    MemoryModel stronger = new PorfAcyclic(Models.named(model));
    LitmusChecker candidates = new LitmusChecker(stronger, SearchBounds.DEFAULT);
    LitmusChecker graphs = new LitmusChecker(Models.named(model), SearchBounds.DEFAULT);
    SoftAssertions all = new SoftAssertions();
    for (Path file : files) {
      LitmusTest test = LitmusTest.parse(file);
      LitmusResult expected = candidates.check(test);
      LitmusResult explored = graphs.explore(test);
      all.assertThat(explored.verdict()).as(test.name()).isEqualTo(expected.verdict());
      all.assertThat(explored.states()).as(test.name()).isEqualTo(expected.states());
      all.assertThat(OwnSet.counts(explored)).as(test.name()).isEqualTo(OwnSet.counts(expected));
    }
    all.assertAll();
    return files.size();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sc", "tso", "lkmm"})
  void bothSearchesAgreeOnTheOwnSet(String model) throws Exception {
    assertThat(compare(model, OwnSet.files())).isGreaterThan(100);
  }

  @Test
  void bothSearchesAgreeOnThePublicTests() throws Exception {
    assumeTrue(SharedCorpus.isPresent(), "no corpus at " + SharedCorpus.directory());
    List<Path> files = LitmusSuite.find(List.of(SharedCorpus.directory()));
    assertThat(compare("lkmm", files)).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(int *x) { int r0 = 0; int r1 = READ_ONCE(*x);"
            + " do { r0 = r1; r1 = cmpxchg(x, r0, r0 + 1); } while (r1 != r0); }",
        "(int *x) { WRITE_ONCE(*x, READ_ONCE(*x) + 1); }",
        "(atomic_t *x) { atomic_inc(x); atomic_add(2, x); }",
        "(int *x) { int r0 = xchg(x, 1); if (r0 == 0) { smp_store_release(x, 0); } }"
      })
  void bothSearchesAgreeOnComputedValues(String thread) {
    for (int n = 2; n <= 3; n++) {
      StringBuilder text = new StringBuilder("C computed\n{}\n");
      for (int i = 0; i < n; i++) {
        text.append("P").append(i).append(thread).append('\n');
      }
      LitmusTest test = LitmusTest.parse(text + "exists (x=" + n + ")\n");
      MemoryModel stronger = new PorfAcyclic(new Lkmm());
      LitmusResult expected = new LitmusChecker(stronger, SearchBounds.DEFAULT).check(test);
      LitmusResult explored = new LitmusChecker(new Lkmm(), SearchBounds.DEFAULT).explore(test);
      assertThat(OwnSet.counts(explored)).isEqualTo(OwnSet.counts(expected));
      assertThat(explored.counted()).isTrue();
    }
  }

  @Test
  void incrementsAreCountedOnce() {
    StringBuilder text = new StringBuilder("C inc\n{}\n");
    for (int i = 0; i < 7; i++) {
      text.append("P").append(i).append("(atomic_t *x) { atomic_inc(x); }\n");
    }
    LitmusTest test = LitmusTest.parse(text + "forall (x=7)\n");
    LitmusResult result = new LitmusChecker(new Lkmm(), SearchBounds.DEFAULT).explore(test);
    assertThat(result.positive()).isEqualTo(5040);
    assertThat(result.verdict()).isEqualTo(LitmusVerdict.ALWAYS);
  }
}
