// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import hangproof.engine.axiom.CatGlobal;
import hangproof.engine.axiom.MemoryModel;
import hangproof.engine.axiom.Models;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Exact numbers of executions of the classics, as published and as brute force counts them. */
class ClassicCountsTest {
  private static final String SB =
      """
      C SB
      {}
      P0(int *x, int *y) { WRITE_ONCE(*x, 1); FENCE int r0 = READ_ONCE(*y); }
      P1(int *x, int *y) { WRITE_ONCE(*y, 1); FENCE int r0 = READ_ONCE(*x); }
      exists (0:r0=0 /\\ 1:r0=0)
      """;
  private static final String MP =
      """
      C MP
      {}
      P0(int *x, int *y) { WRITE_ONCE(*x, 1); WRITE_ONCE(*y, 1); }
      P1(int *x, int *y) { int r0 = READ_ONCE(*y); int r1 = READ_ONCE(*x); }
      exists (1:r0=1 /\\ 1:r1=0)
      """;
  private static final String LB =
      """
      C LB
      {}
      P0(int *x, int *y) { int r0 = READ_ONCE(*x); WRITE_ONCE(*y, 1); }
      P1(int *x, int *y) { int r0 = READ_ONCE(*y); WRITE_ONCE(*x, 1); }
      exists (0:r0=1 /\\ 1:r0=1)
      """;
  private static final String R =
      """
      C R
      {}
      P0(int *x, int *y) { WRITE_ONCE(*x, 1); WRITE_ONCE(*y, 1); }
      P1(int *x, int *y) { WRITE_ONCE(*y, 2); int r0 = READ_ONCE(*x); }
      exists (y=2 /\\ 1:r0=0)
      """;
  private static final String IRIW =
      """
      C IRIW
      {}
      P0(int *x) { WRITE_ONCE(*x, 1); }
      P1(int *y) { WRITE_ONCE(*y, 1); }
      P2(int *x, int *y) { int r0 = READ_ONCE(*x); int r1 = READ_ONCE(*y); }
      P3(int *x, int *y) { int r0 = READ_ONCE(*y); int r1 = READ_ONCE(*x); }
      exists (2:r0=1 /\\ 2:r1=0 /\\ 3:r0=1 /\\ 3:r1=0)
      """;

  private static LitmusTest named(String name) {
    String text =
        switch (name) {
          case "SB" -> SB.replace("FENCE", "");
          case "SB+mbs" -> SB.replace("FENCE", "smp_mb();");
          case "MP" -> MP;
          case "LB" -> LB;
          case "R" -> R;
          case "IRIW" -> IRIW;
          default -> increments(Integer.parseInt(name.substring("inc".length())));
        };
    return LitmusTest.parse(text);
  }

  private static String increments(int n) {
    StringBuilder text = new StringBuilder("C inc\n{}\n");
    for (int i = 0; i < n; i++) {
      text.append("P").append(i).append("(atomic_t *x) { atomic_inc(x); }\n");
    }
    return text.append("exists (x=").append(n).append(")\n").toString();
  }

  private static long executions(LitmusTest test, MemoryModel model) {
    LitmusResult result = new LitmusChecker(model, SearchBounds.DEFAULT).check(test);
    return result.positive() + result.negative();
  }

  @ParameterizedTest
  @CsvSource({
    "SB, sc, 3",
    "MP, sc, 3",
    "LB, sc, 3",
    "R, sc, 3",
    "IRIW, sc, 15",
    "inc2, sc, 2",
    "inc3, sc, 6",
    "inc4, sc, 24",
    "inc5, sc, 120",
    "inc6, sc, 720",
    "SB, tso, 4",
    "SB+mbs, tso, 3",
    "MP, tso, 3",
    "LB, tso, 3",
    "R, tso, 4",
    "IRIW, tso, 15",
    "inc4, tso, 24",
    "SB, lkmm, 4",
    "SB+mbs, lkmm, 3",
    "MP, lkmm, 4",
    "LB, lkmm, 4",
    "R, lkmm, 4",
    "IRIW, lkmm, 16",
    "inc4, lkmm, 24",
    "inc7, lkmm, 5040"
  })
  void executionsAreExact(String name, String model, long expected) {
    assertThat(executions(named(name), Models.named(model))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"SB", "SB+mbs", "MP", "LB", "R", "IRIW", "inc2", "inc3", "inc4"})
  void bruteForceAgrees(String name) {
    LitmusTest test = named(name);
    for (String model : new String[] {"sc", "tso"}) {
      LitmusResult result =
          new LitmusChecker(Models.named(model), SearchBounds.DEFAULT).check(test);
      String expected = BruteForce.count(test, new CatGlobal(model.equals("tso")), 1_000_000);
      assertThat(OwnSet.counts(result)).as(model).isEqualTo(expected);
    }
  }

  @Test
  void nineIncrementsEnd() {
    assertThat(executions(named("inc9"), Models.named("lkmm"))).isEqualTo(362_880);
  }
}
