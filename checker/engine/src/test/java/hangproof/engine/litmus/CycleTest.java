// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import hangproof.engine.axiom.CatLkmm;
import hangproof.engine.axiom.Lkmm;
import hangproof.engine.axiom.PorfAcyclic;
import java.util.EnumSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Generated tests: two implementations of the model, and two searches, must agree on them. */
class CycleTest {
  private static final long SEED = 3;
  private static final int TESTS = Integer.getInteger("hangproof.cycles", 400);

  @Test
  void bothModelsAgree() {
    CycleGenerator generator = new CycleGenerator(new SplittableRandom(SEED), true);
    LitmusChecker checker = new LitmusChecker(new Lkmm(), SearchBounds.DEFAULT);
    Set<LitmusVerdict> seen = EnumSet.noneOf(LitmusVerdict.class);
    int compared = 0;
    for (int i = 0; i < TESTS; i++) {
      LitmusTest test = generator.next(2 + i % 2);
      String expected = BruteForce.count(test, new CatLkmm(), 300);
      if (expected != null) {
        LitmusResult result = checker.check(test);
        assertThat(OwnSet.counts(result)).as(test.source).isEqualTo(expected);
        seen.add(result.verdict());
        compared++;
      }
    }
    assertThat(compared).isGreaterThan(TESTS / 2);
    assertThat(seen).contains(LitmusVerdict.NEVER, LitmusVerdict.SOMETIMES);
  }

  @Test
  void bothSearchesAgree() {
    CycleGenerator generator = new CycleGenerator(new SplittableRandom(SEED + 1), true);
    LitmusChecker candidates = new LitmusChecker(new PorfAcyclic(new Lkmm()), SearchBounds.DEFAULT);
    LitmusChecker graphs = new LitmusChecker(new Lkmm(), SearchBounds.DEFAULT);
    for (int i = 0; i < 2 * TESTS; i++) {
      LitmusTest test = generator.next(2 + i % 3);
      LitmusResult expected = candidates.check(test);
      LitmusResult explored = graphs.explore(test);
      assertThat(OwnSet.counts(explored)).as(test.source).isEqualTo(OwnSet.counts(expected));
      assertThat(explored.states()).as(test.source).isEqualTo(expected.states());
    }
  }
}
