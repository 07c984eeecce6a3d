// SPDX-License-Identifier: MIT
package hangproof.engine.cases;

import static org.assertj.core.api.Assertions.assertThat;

import hangproof.engine.MemoryModel;
import hangproof.engine.explorer.Verdict;
import hangproof.engine.explorer.Violation;
import hangproof.machine.Atomic;
import hangproof.machine.Machine;
import hangproof.machine.Port;
import hangproof.machine.Program;
import hangproof.machine.Role;
import hangproof.machine.Word;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A race of two is shown with two. */
final class SmallestTest {
  private static final Checker CHECKER = Checker.standard(new RecordedCounts());

  /** Two counters are needed to lose a count, idlers are not, and a partner comes with each. */
  private static Case counters() {
    return Case.of("counters/lost", "no count is lost")
        .parameter("idlers", 2, 0, 3)
        .parameter("counters", 3, 1, 3)
        .parameter("even", 2, 2, 4)
        .parameter("detour", 1, 0, 1)
        .program(SmallestTest::program);
  }

  private static final class Counter extends Port {
    final Word x = machine.word("x", 0, 0, 3);
    final Word noise = machine.word("noise", 0, 0, 1);
    final Atomic done = machine.ghost("done", 3);

    Counter(Machine machine) {
      super(machine);
    }

    int count(boolean straight) {
      if (!straight) {
        WRITE_ONCE(noise, 1);
        WRITE_ONCE(noise, 0);
      }
      WRITE_ONCE(x, READ_ONCE(x) + 1);
      atomic_inc(done);
      return Role.END;
    }

    int idle() {
      WRITE_ONCE(noise, 1);
      return Role.END;
    }
  }

  private static Program program(Machine machine, Bounds bounds) {
    if (bounds.get("even") % 2 != 0) {
      throw new IllegalArgumentException("must be even");
    }
    int counters = bounds.get("counters");
    Counter c = new Counter(machine);
    return new Program(machine)
        .roles(counters, "counter", turn -> c.count(bounds.get("detour") == 1))
        .roles(bounds.get("idlers"), "idler", turn -> c.idle())
        .completion("all have counted", memory -> memory.get(c.done) == counters)
        .returned("x is their number", memory -> memory.get(c.x) == counters);
  }

  private static Outcome check(Map<String, Integer> changed) {
    Case c = counters();
    return CHECKER.check(c, MemoryModel.SC, c.bounds(changed));
  }

  @Test
  void whatARaceDoesNotTakeIsDropped() {
    Outcome smallest = Smallest.of(CHECKER, check(Map.of()));
    assertThat(smallest.bounds()).hasToString("idlers=0 counters=2 even=2 detour=1");
    assertThat(smallest.result().violation()).isEqualTo(Violation.LEAK);
    assertThat(check(Map.of("idlers", 0, "counters", 1)).result().verdict())
        .as("one fewer")
        .isEqualTo(Verdict.NEVER);
  }

  @Test
  void whatTakesMoreStepsIsNotSmaller() {
    Outcome straight = check(Map.of("idlers", 0, "counters", 2));
    Outcome detour = check(Map.of("idlers", 0, "counters", 2, "detour", 0));
    assertThat(detour.result().violation()).isEqualTo(straight.result().violation());
    assertThat(detour.result().witness().steps())
        .isGreaterThan(straight.result().witness().steps());
    assertThat(Smallest.of(CHECKER, straight).bounds().get("detour")).isEqualTo(1);
  }

  @Test
  void whatCannotBeBuiltIsNotSmaller() {
    Outcome smallest = Smallest.of(CHECKER, check(Map.of("even", 4)));
    assertThat(smallest.bounds().get("even")).isEqualTo(4);
    assertThat(smallest.bounds().get("counters")).isEqualTo(2);
  }

  @Test
  void itIsTheSameEachTime() {
    String first = moves(Smallest.of(CHECKER, check(Map.of())));
    assertThat(moves(Smallest.of(CHECKER, check(Map.of())))).isEqualTo(first);
  }

  private static String moves(Outcome o) {
    StringBuilder text = new StringBuilder();
    o.result()
        .witness()
        .moves()
        .forEach(
            m -> text.append(m.role()).append(m.action()).append(m.before()).append(m.after()));
    return text.toString();
  }

  @Test
  void nothingIsSmallerThanTheSmallest() {
    Outcome smallest = check(Map.of("idlers", 0, "counters", 2));
    assertThat(Smallest.of(CHECKER, smallest)).isSameAs(smallest);
  }
}
