// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import hangproof.engine.axiom.Lkmm;
import org.junit.jupiter.api.Test;

/** Values that are computed from values read: they must not blow the search up. */
class ComputedValuesTest {
  private static LitmusResult check(String threads, int n, String condition) {
    StringBuilder text = new StringBuilder("C computed\n{}\n");
    for (int i = 0; i < n; i++) {
      text.append("P").append(i).append(threads).append('\n');
    }
    LitmusTest test = LitmusTest.parse(text.append(condition).append('\n').toString());
    return new LitmusChecker(new Lkmm(), SearchBounds.DEFAULT).check(test);
  }

  @Test
  void additionsOfFourThreads() {
    LitmusResult result =
        check("(atomic_t *x) { atomic_add(2, x); atomic_inc(x); }", 4, "forall (x=12)");
    assertThat(result.verdict()).isEqualTo(LitmusVerdict.ALWAYS);
    // The ways to interleave four pairs, each in order: 8! / 2^4.
    assertThat(result.positive()).isEqualTo(2520);
  }

  @Test
  void lossyIncrementsOfFiveThreads() {
    LitmusResult result =
        check("(int *x) { WRITE_ONCE(*x, READ_ONCE(*x) + 1); }", 5, "exists (x=1)");
    assertThat(result.verdict()).isEqualTo(LitmusVerdict.SOMETIMES);
    assertThat(result.states()).hasSize(5);
  }

  @Test
  void cmpxchgLoopsOfFourThreads() {
    String loop =
        "(int *x) { int r0; int r1; r1 = READ_ONCE(*x);"
            + " do { r0 = r1; r1 = cmpxchg(x, r0, r0 + 1); } while (r1 != r0); }";
    LitmusResult result = check(loop, 4, "forall (x=4)");
    assertThat(result.verdict()).isEqualTo(LitmusVerdict.ALWAYS);
    assertThat(result.counted()).isTrue();
  }

  @Test
  void ticketLockOfThreeThreads() {
    String lock =
        "(atomic_t *n, int *o, int *c) { int r0; int r1; r0 = atomic_fetch_inc(n);"
            + " r1 = smp_load_acquire(o); if (r1 == r0) { *c = *c + 1;"
            + " smp_store_release(o, r0 + 1); } }";
    LitmusResult result = check(lock, 3, "exists (c=3)");
    assertThat(result.verdict()).isEqualTo(LitmusVerdict.SOMETIMES);
    assertThat(result.dataRace()).isFalse();
  }

  @Test
  void copiesOutOfThinAirAreASymbol() {
    LitmusTest test =
        LitmusTest.parse(
            """
            C thin-air
            {}
            P0(int *x, int *y) { int r0 = *x; *y = r0; }
            P1(int *x, int *y) { int r0 = *y; *x = r0; }
            exists (0:r0=42)
            """);
    LitmusResult result = new LitmusChecker(new Lkmm(), SearchBounds.DEFAULT).check(test);
    assertThat(result.verdict()).isEqualTo(LitmusVerdict.NEVER);
    assertThat(result.states()).containsExactly("0:r0=S0;", "0:r0=0;");
  }

  @Test
  void computedValuesOutOfThinAirDoNotExist() {
    LitmusTest test =
        LitmusTest.parse(
            """
            C thin-air
            {}
            P0(int *x, int *y) { int r0 = *x; *y = r0 + 1; }
            P1(int *x, int *y) { int r0 = *y; *x = r0; }
            exists (0:r0=42)
            """);
    LitmusResult result = new LitmusChecker(new Lkmm(), SearchBounds.DEFAULT).check(test);
    assertThat(result.verdict()).isEqualTo(LitmusVerdict.NEVER);
    assertThat(result.states()).containsExactly("0:r0=0;");
  }
}
