// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import hangproof.engine.axiom.Lkmm;
import hangproof.engine.axiom.LkmmRule;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every rule of the model is missed by some test of the project's own set if it is left out. */
class MutantTest {
  /** Rules that no litmus test can miss, and why: the rest of the model implies them. */
  private static final Map<LkmmRule, String> IMPLIED =
      Map.of(
          LkmmRule.MB_BEFORE_RMW,
          "what is before the load is before the store by MB_ACROSS_RMW, and every pair that"
              + " leaves the load leads to what the store leads to",
          LkmmRule.MB_ACROSS_RMW,
          "hb passes from load to store by fri, and pb from there by MB_AFTER_RMW",
          LkmmRule.UNLOCK_LOCK_IN_PPO,
          "po-unlock-lock-po is in cumul-fence, so in prop, and within a thread so in hb",
          LkmmRule.CARRY_DEP_NOT_SRCU,
          "srcu_read_unlock() is a marked store, so dep ; [Marked] ; rfi passes its"
              + " dependency on anyway; the exception is for srcu-rscs");

  private static List<LitmusTest> tests;

  @BeforeAll
  static void readTests() throws Exception {
    tests = new ArrayList<>();
    for (Path file : OwnSet.files()) {
      tests.add(LitmusTest.parse(file));
    }
  }

  /** The tests whose verdict or race flag differs under a mutant. */
  private static List<String> killers(Set<LkmmRule> off) {
    LitmusChecker checker = new LitmusChecker(new Lkmm(off), SearchBounds.DEFAULT);
    List<String> killers = new ArrayList<>();
    for (LitmusTest test : tests) {
      LitmusResult result = checker.check(test);
      Recorded recorded = Recorded.of(test.recorded());
      boolean same =
          result.verdict() == recorded.verdict() && result.dataRace() == recorded.dataRace();
      if (!same) {
        killers.add(test.name());
      }
    }
    return killers;
  }

  @ParameterizedTest
  @EnumSource
  void isKilledUnlessImplied(LkmmRule rule) {
    List<String> killers = killers(Set.of(rule));
    if (IMPLIED.containsKey(rule)) {
      assertThat(killers).as(IMPLIED.get(rule)).isEmpty();
    } else {
      assertThat(killers).isNotEmpty();
    }
  }

  @Test
  void impliedRulesAreMissedTogether() {
    assertThat(killers(Set.of(LkmmRule.MB_BEFORE_RMW, LkmmRule.MB_ACROSS_RMW)))
        .contains("SB+po-xchg", "SB+xchg-between");
    assertThat(killers(Set.of(LkmmRule.UNLOCK_LOCK_IN_PPO, LkmmRule.UNLOCK_LOCK_CUMULATES)))
        .contains("LB+unlock-lock+acq", "MP+unlock-lock+acq");
  }
}
