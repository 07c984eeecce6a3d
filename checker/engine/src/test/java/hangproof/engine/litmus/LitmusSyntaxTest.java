// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hangproof.engine.axiom.Lkmm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the dialect takes, and where and how it refuses the rest. */
class LitmusSyntaxTest {
  private static LitmusTest body(String statements) {
    String head = "C t\n{}\nP0(int *x, atomic_t *c, spinlock_t *s, struct srcu_struct *u)\n{\n";
    return LitmusTest.parse(head + statements + "\n}\nexists (x=0)\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "smp_memb();|5:1: smp_memb() is not a primitive of the dialect",
        "; spin_unlock_wait(s);|5:3: spin_unlock_wait() is not a primitive of the dialect",
        "smp_mb(x);|5:1: smp_mb() takes 0 arguments, not 1",
        "READ_ONCE(x);|5:11: READ_ONCE() needs an lvalue such as *x here",
        "1 = 2;|5:1: only a variable or *pointer can be assigned to",
        "int r0 = &r1;|5:10: '&' needs a shared location here",
        "int r0 = 99999999999999999999;|5:10: the number 99999999999999999999 does not fit"
            + " into 64 bits",
        "if (1 && READ_ONCE(*x)) ;|5:5: an access on the right of && is not supported",
        "goto out;|5:1: extraneous input 'goto' expecting {"
      })
  void refusesWithAPosition(String statement, String message) {
    assertThatThrownBy(() -> body(statement))
        .isInstanceOf(LitmusSyntaxException.class)
        .hasMessageStartingWith(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "X86 SB\n{}\n",
        "C t",
        "C t\n{ x=1",
        "C t\n{}\nexists (x=1)",
        "C t\n{}\nP1(int *x) {}\nexists (x=1)",
        "C t\n{}\nP0(int *x) {}\n",
        "C t\n{}\nP0(int *x) {}\nexists (z=1)",
        "C t\n{}\nP0(int *x) {}\nexists (1:r0=1)",
        "C t\n{}\nP0(int *x) {}\nexists (x)",
        "C t\n{}\nP0(int *x) {}\nexists (x=1) more",
        "C t\n{ 3:r0=1; }\nP0(int *x) {}\nexists (x=1)",
        "C t\n(* open\n{}\nP0(int *x) {}\nexists (x=1)",
        "C t\n{}\nP0(int *x, int *x) {}\nexists (x=1)",
        "C t\n{}\nP0(int *x) { @ }\nexists (x=1)",
        "C t\n{}\nP0(int *x) { x[0] = 1; }\nexists (x=1)"
      })
  void refuses(String text) {
    assertThatThrownBy(() -> LitmusTest.parse(text))
        .isInstanceOf(LitmusSyntaxException.class)
        .hasMessageMatching("(?s)\\d+:\\d+: .+");
  }

  @Test
  void deepNestingIsRefused() {
    assertThatThrownBy(() -> body("int r0 = " + "(".repeat(5000) + "1" + ")".repeat(5000) + ";"))
        .isInstanceOf(LitmusSyntaxException.class)
        .hasMessageContaining("nested too deeply");
    assertThatThrownBy(() -> body("int r0 = " + "~".repeat(5000) + "1;"))
        .isInstanceOf(LitmusSyntaxException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "int r0; int r1 = 2, *r2 = x; long r3 = (long)r1;",
        "intptr_t r0 = (intptr_t)rcu_dereference(*(intptr_t **)x);",
        "*x = (*x + 1) << 2 >> 1; *x += 3; *x -= 1; int r0 = *x; r0++; --r0;",
        "int r0; for (r0 = 0; r0 < 3; r0++) { if (r0 == 1) { *x = 1; } else *x = 2; }",
        "int r0 = 0; do { r0 |= 1; } while (r0 < 1); while (r0 > 5) ;",
        "int r0 = !(*x) || ~3 && 1; // comment\n /* another */ ; {}",
        "if (*x) { int r0 = -1 ^ 2 | 3 & 4; } /* (* no comment in here *) */"
      })
  void takes(String statements) {
    LitmusTest test = body(statements);
    assertThat(new LitmusChecker(new Lkmm(), SearchBounds.DEFAULT).check(test).verdict())
        .isNotEqualTo(LitmusVerdict.UNKNOWN);
  }

  @Test
  void aParenthesisAndAStarOpenNoCommentInsideAThread() {
    LitmusTest test =
        LitmusTest.parse(
            """
            C t
            (* a comment with { and " and don't *)
            { (* one here *) int x = 1; }
            P0(int *x, int *y) { if (*x) { WRITE_ONCE(*y, 1); } } (* here, too *)
            exists (y=1) (* and here *)
            """);
    LitmusResult result = new LitmusChecker(new Lkmm(), SearchBounds.DEFAULT).check(test);
    assertThat(result.verdict()).isEqualTo(LitmusVerdict.ALWAYS);
  }

  @Test
  void conditionsInAllTheirForms() {
    String threads = "C t\n{ x = y; 0:r1 = 2; }\nP0(int **x, int *y, int *z) { int r0 = *z; }\n";
    for (String condition :
        new String[] {
          "exists (x=y /\\ [z]=0 /\\ 0:r1=2)",
          "exists (0:r0=0 \\/ false)",
          "exists (~0:r0=1 /\\ true)",
          "exists (0:r0=1 => 0:r1=1)",
          "exists (not (0:r0=0:r1));",
          "forall (x=&y)",
          "locations [x; 0:r0;] exists (z=0)",
          "filter (0:r1=2) forall (0:r0!=7)"
        }) {
      LitmusTest test = LitmusTest.parse(threads + condition + "\n");
      LitmusResult result = new LitmusChecker(new Lkmm(), SearchBounds.DEFAULT).check(test);
      assertThat(result.verdict()).as(condition).isEqualTo(LitmusVerdict.ALWAYS);
    }
  }
}
