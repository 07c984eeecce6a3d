// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import hangproof.engine.axiom.Lkmm;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The ordering of every primitive, by three shapes around it: store buffering shows full order,
 * message passing with it as the reader's or the writer's second access shows acquire and release.
 */
class MacroTest {
  private static LitmusVerdict check(String first, String second, String condition) {
    String text =
        "C t\n{ w=2; }\n"
            + ("P0(int *x, int *y, atomic_t *w) { int r0; int r1; " + first + " }\n")
            + ("P1(int *x, int *y, atomic_t *w) { int r0; int r1; " + second + " }\n")
            + condition;
    LitmusTest test = LitmusTest.parse(text);
    return new LitmusChecker(new Lkmm(), SearchBounds.DEFAULT).check(test).verdict();
  }

  private static boolean isFull(String operation) {
    return check(
            "WRITE_ONCE(*x, 1); " + operation + "; r0 = READ_ONCE(*y);",
            "WRITE_ONCE(*y, 1); smp_mb(); r0 = READ_ONCE(*x);",
            "exists (0:r0=0 /\\ 1:r0=0)")
        == LitmusVerdict.NEVER;
  }

  /** True if a read of w, then of x, in which the first is this operation, is in order. */
  private static boolean isAcquire(String operation) {
    return check(
            "WRITE_ONCE(*x, 1); smp_wmb(); atomic_set(w, 7);",
            "r0 = " + operation + "; r1 = READ_ONCE(*x);",
            "exists (1:r0=RESULT /\\ 1:r1=0)".replace("RESULT", seen(operation)))
        == LitmusVerdict.NEVER;
  }

  /** What the operation returns if w was 7. */
  private static String seen(String operation) {
    if (operation.contains("_and_test") || operation.contains("_negative")) {
      return "0";
    }
    if (operation.contains("sub_return") || operation.contains("dec_return")) {
      return "6";
    }
    return operation.contains("_return") ? "8" : "7";
  }

  private static boolean isRelease(String operation) {
    return check(
            "WRITE_ONCE(*x, 1); r0 = " + operation + ";",
            "r0 = atomic_read(w); smp_rmb(); r1 = READ_ONCE(*x);",
            "exists (~1:r0=2 /\\ 1:r1=0)")
        == LitmusVerdict.NEVER;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "xchg(w, 5)",
        "cmpxchg(w, 2, 5)",
        "atomic_xchg(w, 5)",
        "atomic_cmpxchg(w, 2, 5)",
        "atomic_add_return(1, w)",
        "atomic_sub_return(1, w)",
        "atomic_inc_return(w)",
        "atomic_dec_return(w)",
        "atomic_fetch_add(1, w)",
        "atomic_fetch_sub(1, w)",
        "atomic_fetch_inc(w)",
        "atomic_fetch_dec(w)",
        "atomic_fetch_and(1, w)",
        "atomic_fetch_or(1, w)",
        "atomic_fetch_xor(1, w)",
        "atomic_fetch_andnot(2, w)",
        "atomic_add_negative(1, w)",
        "atomic_sub_and_test(1, w)",
        "atomic_dec_and_test(w)",
        "atomic_inc_and_test(w)",
        "atomic_add_unless(w, 1, 5)",
        "atomic_inc_not_zero(w)",
        "test_and_set_bit(0, w)",
        "test_and_clear_bit(1, w)",
        "test_and_change_bit(1, w)",
        "smp_mb()",
        "synchronize_rcu()",
        "synchronize_rcu_expedited()",
        "synchronize_srcu(w)",
        "synchronize_srcu_expedited(w)"
      })
  void isFullyOrdered(String operation) {
    assertThat(isFull(operation)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "atomic_add(1, w)",
        "atomic_sub(1, w)",
        "atomic_inc(w)",
        "atomic_dec(w)",
        "atomic_and(1, w)",
        "atomic_or(1, w)",
        "atomic_xor(1, w)",
        "atomic_andnot(2, w)",
        "set_bit(0, w)",
        "clear_bit(1, w)",
        "change_bit(0, w)",
        "refcount_inc(w)",
        "refcount_add(2, w)",
        "refcount_inc_not_zero(w)",
        "refcount_add_not_zero(1, w)",
        "refcount_set(w, 4)",
        "atomic_set(w, 4)",
        "__set_bit(0, w)",
        "__clear_bit(1, w)",
        "__change_bit(0, w)",
        "__clear_bit_unlock(1, w)"
      })
  void isUnordered(String operation) {
    assertThat(isFull(operation)).isFalse();
    assertThat(isFull(operation + "; smp_mb__after_atomic()"))
        .isEqualTo(!operation.contains("_set(") && !operation.startsWith("__"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "xchg",
        "cmpxchg",
        "atomic_xchg",
        "atomic_cmpxchg",
        "atomic_add_return",
        "atomic_sub_return",
        "atomic_inc_return",
        "atomic_dec_return",
        "atomic_fetch_add",
        "atomic_fetch_sub",
        "atomic_fetch_inc",
        "atomic_fetch_dec",
        "atomic_fetch_and",
        "atomic_fetch_or",
        "atomic_fetch_xor",
        "atomic_fetch_andnot",
        "atomic_add_negative"
      })
  void hasRelaxedAcquireAndReleaseForms(String name) {
    for (String suffix : new String[] {"_relaxed", "_acquire", "_release"}) {
      boolean compares = name.contains("cmpxchg");
      String read = name + suffix + arguments(name, compares ? "7, 9" : "1");
      String write =
          name + suffix + arguments(name, compares ? "2, 9" : name.contains("andnot") ? "2" : "1");
      assertThat(isFull(write)).as(write).isFalse();
      if (!name.contains("negative")) {
        assertThat(isAcquire(read)).as(read).isEqualTo(suffix.equals("_acquire"));
      }
      assertThat(isRelease(write)).as(write).isEqualTo(suffix.equals("_release"));
    }
  }

  private static String arguments(String name, String operand) {
    if (name.contains("xchg")) {
      return "(w, " + operand + ")";
    }
    return name.contains("inc") || name.contains("dec") ? "(w)" : "(" + operand + ", w)";
  }
}
