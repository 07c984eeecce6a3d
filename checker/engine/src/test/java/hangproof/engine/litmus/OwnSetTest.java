// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import hangproof.engine.axiom.CatGlobal;
import hangproof.engine.axiom.CatLkmm;
import hangproof.engine.axiom.Lkmm;
import hangproof.engine.axiom.MemoryModel;
import hangproof.engine.axiom.Sc;
import hangproof.engine.axiom.Tso;
import java.nio.file.Path;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/** The project's own litmus tests: verdicts as recorded, counts as brute force has them. */
class OwnSetTest {
  @Test
  void verdictsAreAsRecorded() throws Exception {
    LitmusChecker checker = new LitmusChecker(new Lkmm(), SearchBounds.DEFAULT);
    SoftAssertions all = new SoftAssertions();
    int count = 0;
    for (Path file : OwnSet.files()) {
      LitmusTest test = LitmusTest.parse(file);
      LitmusResult result = checker.check(test);
      Recorded recorded = Recorded.of(test.recorded());
      all.assertThat(test.name()).isEqualTo(OwnSet.name(file));
      all.assertThat(result.verdict()).as(test.name()).isEqualTo(recorded.verdict());
      all.assertThat(result.dataRace()).as(test.name()).isEqualTo(recorded.dataRace());
      all.assertThat(recorded.agrees(result)).as(test.name()).isTrue();
      all.assertThat(checker.decide(test)).as(test.name()).isEqualTo(recorded.verdict());
      count++;
    }
    all.assertAll();
    assertThat(count).isGreaterThanOrEqualTo(60);
  }

  @Test
  void lkmmCountsAreThoseOfBruteForce() throws Exception {
    compare(new Lkmm(), new CatLkmm(), 1000, 110);
  }

  @Test
  void scCountsAreThoseOfBruteForce() throws Exception {
    compare(new Sc(), new CatGlobal(false), 5_000, 100);
  }

  @Test
  void tsoCountsAreThoseOfBruteForce() throws Exception {
    compare(new Tso(), new CatGlobal(true), 5_000, 100);
  }

  /** Compares where brute force is feasible, which it must be for most of the tests. */
  private static void compare(MemoryModel model, MemoryModel second, int candidates, int atLeast)
      throws Exception {
    LitmusChecker checker = new LitmusChecker(model, SearchBounds.DEFAULT);
    SoftAssertions all = new SoftAssertions();
    int count = 0;
    for (Path file : OwnSet.files()) {
      LitmusTest test = LitmusTest.parse(file);
      boolean global = second instanceof CatGlobal;
      if (test.name().equals("thin-air-plain") || (global && test.name().contains("RCU"))) {
        // Brute force knows no values out of thin air, and its SC and TSO know no RCU.
        continue;
      }
      String expected = BruteForce.count(test, second, candidates);
      if (expected != null) {
        all.assertThat(OwnSet.counts(checker.check(test))).as(test.name()).isEqualTo(expected);
        count++;
      }
    }
    all.assertAll();
    assertThat(count).isGreaterThanOrEqualTo(atLeast);
  }
}
