// SPDX-License-Identifier: MIT
package hangproof.engine.explorer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hangproof.engine.MemoryModel;
import hangproof.machine.Atomic;
import hangproof.machine.Machine;
import hangproof.machine.Port;
import hangproof.machine.Program;
import hangproof.machine.Role;
import hangproof.machine.Word;
import hangproof.machine.Work;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What is told of a run is what it hangs on, and nothing else. */
final class ExplainerTest {
  private static final int MOST = 100_000;

  /** One asks to be woken after having looked; another wakes whoever has asked. */
  private static final class Bell extends Port {
    final Word ready = machine.word("ready", 0, 0, 1);
    final Word asked = machine.word("asked", 0, 0, 1);
    final Word noise = machine.word("noise", 0, 0, 1);
    final Work bell = machine.work("bell");
    final Atomic done = machine.ghost("done", 2);

    Bell(Machine m) {
      super(m);
    }

    int look() {
      if (READ_ONCE(ready) == 0) {
        WRITE_ONCE(asked, 1);
      } else {
        atomic_inc(done);
      }
      return Role.END;
    }

    int wake() {
      WRITE_ONCE(ready, 1);
      if (READ_ONCE(asked) != 0) {
        queue_work(bell);
      }
      return Role.END;
    }

    int rung() {
      take_work(bell);
      atomic_inc(done);
      return 0;
    }

    int chat() {
      WRITE_ONCE(noise, 1);
      return Role.END;
    }
  }

  private static Program lost(Machine m) {
    Bell b = new Bell(m);
    return new Program(m)
        .role("chatter", turn -> b.chat())
        .role("looker", turn -> b.look())
        .role("waker", turn -> b.wake())
        .role("bell", turn -> b.rung())
        .completion("it has been ready", memory -> memory.get(b.done) == 1);
  }

  /** Never completes, whatever the order. */
  private static Program hopeless(Machine m) {
    Bell b = new Bell(m);
    return new Program(m)
        .role("chatter", turn -> b.chat())
        .role("bell", turn -> b.rung())
        .completion("it has been ready", memory -> memory.get(b.done) == 1);
  }

  /** Both read, then both write: one of the two is lost. */
  private static Program lostUpdate(Machine m) {
    Bell b = new Bell(m);
    Word x = m.word("x", 0, 0, 2);
    class Counter extends Port {
      Counter() {
        super(m);
      }

      int count() {
        WRITE_ONCE(x, READ_ONCE(x) + 1);
        atomic_inc(b.done);
        return Role.END;
      }
    }

    Counter c = new Counter();
    return new Program(m)
        .roles(2, "counter", turn -> c.count())
        .role("chatter", turn -> b.chat())
        .completion("both have counted", memory -> memory.get(b.done) == 2)
        .returned("x is 2", memory -> memory.get(x) == 2);
  }

  /** Both may be inside, for want of a lock. */
  private static Program inside(Machine m) {
    Bell b = new Bell(m);
    Atomic count = m.atomic("inside", 0, 0, 2);
    class Door extends Port {
      Door() {
        super(m);
      }

      int through() {
        if (atomic_read(count) == 0) {
          atomic_inc(count);
          atomic_dec(count);
        }
        return Role.END;
      }
    }

    Door d = new Door();
    return new Program(m)
        .role("chatter", turn -> b.chat())
        .roles(2, "guest", turn -> d.through())
        .completion("always", memory -> true)
        .invariant("one inside", memory -> memory.get(count) <= 1);
  }

  private static Replay.Script script(Function<Machine, Program> build) {
    Result result = new Explorer(build, MemoryModel.SC).run();
    assertThat(result.verdict()).isEqualTo(Verdict.SOMETIMES);
    return Replay.script(result.witness());
  }

  private static Explanation explain(Function<Machine, Program> build) {
    return Explainer.explain(build, MemoryModel.SC, script(build), MOST);
  }

  private static List<Integer> roles(Function<Machine, Program> build, Explanation e) {
    Replay.Script script = script(build);
    return e.needed().stream()
        .map(n -> script.moves().stream().filter(m -> m.step() == n.step()).findFirst())
        .map(m -> m.orElseThrow().role())
        .toList();
  }

  @Test
  void aLostWakeupHangsOnBothReads() {
    Explanation e = explain(ExplainerTest::lost);
    assertThat(roles(ExplainerTest::lost, e)).containsExactlyInAnyOrder(1, 2);
    assertThat(e.unsettled()).isEmpty();
    Replay.Script script = script(ExplainerTest::lost);
    Replay.Move last =
        script.moves().stream().filter(m -> m.step() == e.noReturn()).findFirst().orElseThrow();
    assertThat(last.role()).as("the waker sees that nobody has asked").isEqualTo(2);
  }

  @Test
  void theOneWhoSleepsIsTheBell() {
    assertThat(explain(ExplainerTest::lost).wakeable()).containsExactly(3);
  }

  @Test
  void nothingIsNeededWhereNothingHelps() {
    Explanation e = explain(ExplainerTest::hopeless);
    assertThat(e.needed()).isEmpty();
    assertThat(e.noReturn()).isZero();
    assertThat(e.wakeable()).containsExactly(1);
  }

  @Test
  void aLeakHangsOnOneReadBeforeTheOthersWrite() {
    Explanation e = explain(ExplainerTest::lostUpdate);
    assertThat(roles(ExplainerTest::lostUpdate, e)).doesNotContain(2).isNotEmpty();
    assertThat(e.needed()).anyMatch(n -> n.before() > n.step());
  }

  @Test
  void aBrokenInvariantHangsOnBothGuests() {
    Explanation e = explain(ExplainerTest::inside);
    assertThat(roles(ExplainerTest::inside, e)).containsExactlyInAnyOrder(1, 2);
  }

  @Test
  void tooManyStatesAreNoAnswer() {
    Replay.Script script = script(ExplainerTest::lost);
    Explanation e = Explainer.explain(ExplainerTest::lost, MemoryModel.SC, script, 0);
    assertThat(e.unsettled()).isNotEmpty();
  }

  @Test
  void aRunOfAnotherProgramIsRefused() {
    Replay.Script script = script(ExplainerTest::lost);
    assertThatThrownBy(
            () -> Explainer.explain(ExplainerTest::lostUpdate, MemoryModel.SC, script, MOST))
        .isInstanceOf(Replay.Diverged.class);
  }
}
