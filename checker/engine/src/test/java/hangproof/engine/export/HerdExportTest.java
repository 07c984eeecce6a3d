// SPDX-License-Identifier: MIT
package hangproof.engine.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hangproof.engine.axiom.Models;
import hangproof.engine.explorer.Limits;
import hangproof.engine.litmus.LitmusChecker;
import hangproof.engine.litmus.LitmusTest;
import hangproof.engine.litmus.LitmusVerdict;
import hangproof.engine.litmus.SearchBounds;
import hangproof.machine.Atomic;
import hangproof.machine.Machine;
import hangproof.machine.Port;
import hangproof.machine.Program;
import hangproof.machine.Role;
import hangproof.machine.Word;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What is exported says under our own front end what it is said to say. */
final class HerdExportTest {
  /** Store buffering, with accesses beside it that have nothing to do with it. */
  private static final class Square extends Port {
    private final Atomic x;
    private final Word y;
    private final Word beside;
    private final Atomic seen;

    Square(Machine m) {
      super(m);
      x = m.atomic("x", 3, 3, 4);
      y = m.word("y.field", 0, 0, 1);
      beside = m.word("beside", 0, 0, 9);
      seen = m.ghost("seen", 2);
    }

    int left(boolean barrier) {
      WRITE_ONCE(beside, 7);
      atomic_inc(x);
      if (barrier) {
        smp_mb__after_atomic();
      }
      if (READ_ONCE(y) != 0) {
        atomic_inc(seen);
      }
      return Role.END;
    }

    int right() {
      READ_ONCE(beside);
      WRITE_ONCE(y, 1);
      smp_mb();
      if (atomic_read(x) != 3) {
        atomic_inc(seen);
      }
      return Role.END;
    }
  }

  private static Function<Machine, Program> square(boolean barrier) {
    return m -> {
      Square s = new Square(m);
      return new Program(m)
          .role("left", n -> s.left(barrier))
          .role("right", n -> s.right())
          .completion("somebody has seen the other", memory -> memory.get(s.seen) > 0);
    };
  }

  private static List<HerdCore> export(Function<Machine, Program> build) throws NotExportable {
    return new HerdExport("some/square", build, Limits.defaults()).cores();
  }

  private static LitmusVerdict readBack(String text, String model) {
    return new LitmusChecker(Models.named(model), SearchBounds.DEFAULT)
        .check(LitmusTest.parse(text))
        .verdict();
  }

  @Test
  void whatGoesWrongIsSometimes() throws NotExportable {
    HerdCore core = export(square(false)).get(0);
    assertThat(core.name()).isEqualTo("some-square");
    assertThat(core.text())
        .isEqualTo(
            """
            C some-square

            (*
             * Result: Sometimes
             *
             * some/square: IO hang.
             * What of it races, and no more.
             *)

            {
            \tx = 3;
            }

            // left
            P0(atomic_t *x, int *y_field)
            {
            \tint r0;

            \tatomic_add(1, x);
            \tr0 = READ_ONCE(*y_field);
            }

            // right
            P1(int *y_field, atomic_t *x)
            {
            \tint r0;

            \tWRITE_ONCE(*y_field, 1);
            \tsmp_mb();
            \tr0 = atomic_read(x);
            }

            exists (0:r0=0 /\\ 1:r0=3)
            """);
    assertThat(readBack(core.text(), "lkmm")).isEqualTo(LitmusVerdict.SOMETIMES);
    assertThat(readBack(core.text(), "sc")).isEqualTo(LitmusVerdict.NEVER);
  }

  @Test
  void whatABarrierForbidsIsNeverAndWithoutItSometimes() throws NotExportable {
    List<HerdCore> cores = export(square(true));
    assertThat(cores)
        .extracting(HerdCore::name)
        .containsExactly(
            "some-square-1", "some-square-1-without", "some-square-2", "some-square-2-without");
    assertThat(cores)
        .extracting(HerdCore::verdict)
        .containsExactly("Never", "Sometimes", "Never", "Sometimes");
    for (HerdCore core : cores) {
      assertThat(readBack(core.text(), "lkmm").word()).isEqualTo(core.verdict());
      assertThat(core.text()).contains("Result: " + core.verdict()).doesNotContain("beside");
    }
    // The negative control: it is the barrier that makes the difference, and nothing else.
    String never = cores.get(0).text();
    assertThat(never).contains("\tsmp_mb__after_atomic();\n").contains("\tsmp_mb();\n");
    assertThat(readBack(never.replace("\tsmp_mb__after_atomic();\n", ""), "lkmm"))
        .isEqualTo(LitmusVerdict.SOMETIMES);
    assertThat(readBack(never.replace("\tsmp_mb();\n", ""), "lkmm"))
        .isEqualTo(LitmusVerdict.SOMETIMES);
  }

  @Test
  void ofWhatNeedsNoBarrierThereIsNothingToExport() {
    Function<Machine, Program> one =
        m -> {
          Square s = new Square(m);
          return new Program(m).role("right", n -> s.right()).completion("nothing", memory -> true);
        };
    assertThatThrownBy(() -> export(one))
        .isInstanceOf(NotExportable.class)
        .hasMessageContaining("no execution to forbid");
  }
}
