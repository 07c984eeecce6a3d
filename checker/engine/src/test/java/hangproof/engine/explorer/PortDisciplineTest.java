// SPDX-License-Identifier: MIT
package hangproof.engine.explorer;

import static org.assertj.core.api.Assertions.assertThat;

import hangproof.engine.MemoryModel;
import hangproof.machine.Atomic;
import hangproof.machine.Machine;
import hangproof.machine.Op;
import hangproof.machine.Order;
import hangproof.machine.Port;
import hangproof.machine.Program;
import hangproof.machine.Role;
import hangproof.machine.SpinLock;
import hangproof.machine.Word;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Ports that break the rules an automaton rests on: each would get a wrong Never if nobody noticed.
 *
 * <p>A port may keep what it knows in variables of one call only. An array or a field that it fills
 * in a helper and reads after it is lost when the helper is not run again, and with it every
 * behaviour that depends on it.
 */
class PortDisciplineTest {
  /** The word that one role sets, the flag that must never be raised, and what a port hides. */
  private static class Hider extends Port {
    final Word input;
    final Word bad;
    final Word other;
    final SpinLock lock;
    final Atomic done;
    private final int[] field = new int[1];

    Hider(Machine m) {
      super(m);
      input = m.word("input", 0, 0, 1);
      bad = m.word("bad", 0, 0, 1);
      other = m.word("other", 0, 0, 1);
      lock = m.lock("lock");
      done = m.ghost("done", 2);
    }

    void raise(int hidden) {
      WRITE_ONCE(hidden == 0 ? other : bad, 1);
    }

    int look() {
      return READ_ONCE(input);
    }

    void throughCall() {
      int[] local = new int[1];
      call(
          () -> {
            local[0] = look();
            return 0;
          });
      raise(local[0]);
    }

    void throughCallAndMore() {
      int[] local = new int[1];
      call(
          () -> {
            local[0] = look();
            return 0;
          });
      WRITE_ONCE(other, 0);
      WRITE_ONCE(other, 1);
      raise(local[0]);
    }

    void throughLoop() {
      int[] local = new int[1];
      loop(
          0,
          turn -> {
            if (turn == 0) {
              local[0] = look();
              return 1;
            }
            WRITE_ONCE(other, 1);
            return ~0;
          });
      raise(local[0]);
    }

    void firstTurn() {
      field[0] = look();
    }

    void secondTurn() {
      raise(field[0]);
    }

    void randomAtTheEnd(AtomicInteger calls) {
      WRITE_ONCE(other, 1);
      if (calls.incrementAndGet() % 2 == 0) {
        WRITE_ONCE(bad, 1);
      }
    }

    void readsAGhost() {
      raise(machine.access(done, Op.READ, 0, 0, Order.ONCE));
    }

    void readsALock() {
      raise(machine.access(lock, Op.READ, 0, 0, Order.ONCE));
    }

    void locks() {
      spin_lock(lock);
      READ_ONCE(input);
      spin_unlock(lock);
    }

    void asserts() {
      if (look() > 0) {
        throw new AssertionError("input is 0");
      }
    }

    void set() {
      WRITE_ONCE(input, 1);
    }

    IntUnaryOperator once(Runnable body) {
      return turn -> {
        body.run();
        atomic_inc(done);
        return Role.END;
      };
    }

    /** Two turns: what the first has read is nothing that the second may know. */
    int turns(int turn) {
      if (turn == 0) {
        firstTurn();
        return 1;
      }
      secondTurn();
      atomic_inc(done);
      return Role.END;
    }

    Program program(Runnable first, IntUnaryOperator second) {
      return new Program(machine)
          .role("other", once(first))
          .role("port", second)
          .invariant("bad is 0", memory -> memory.get(bad) == 0)
          .completion("both have ended", memory -> memory.get(done) == 2);
    }
  }

  private static Result check(MemoryModel model, Function<Hider, Program> program) {
    return new Explorer(m -> program.apply(new Hider(m)), model).run();
  }

  private static void isRefused(
      MemoryModel model, String reason, Function<Hider, Program> program) {
    Result result = check(model, program);
    assertThat(result.verdict()).as(result.toString()).isEqualTo(Verdict.UNKNOWN);
    assertThat(result.reason()).contains(reason);
  }

  private static void hides(MemoryModel model, Function<Hider, Runnable> body) {
    isRefused(model, "not deterministic", p -> p.program(p::set, p.once(body.apply(p))));
  }

  @ParameterizedTest
  @EnumSource(
      value = MemoryModel.class,
      names = {"SC", "TSO"})
  void anArrayFilledInACall(MemoryModel model) {
    hides(model, p -> p::throughCall);
  }

  @ParameterizedTest
  @EnumSource(
      value = MemoryModel.class,
      names = {"SC", "TSO"})
  void anArrayFilledInACallAndReadLater(MemoryModel model) {
    hides(model, p -> p::throughCallAndMore);
  }

  @ParameterizedTest
  @EnumSource(
      value = MemoryModel.class,
      names = {"SC", "TSO"})
  void anArrayFilledInATurnOfALoop(MemoryModel model) {
    hides(model, p -> p::throughLoop);
  }

  @ParameterizedTest
  @EnumSource(
      value = MemoryModel.class,
      names = {"SC", "TSO"})
  void aFieldFilledInATurnOfTheRole(MemoryModel model) {
    isRefused(model, "not deterministic", p -> p.program(p::set, p::turns));
  }

  @ParameterizedTest
  @EnumSource(
      value = MemoryModel.class,
      names = {"SC", "TSO"})
  void aCounterOfCalls(MemoryModel model) {
    AtomicInteger calls = new AtomicInteger();
    hides(model, p -> () -> p.randomAtTheEnd(calls));
  }

  @ParameterizedTest
  @EnumSource(
      value = MemoryModel.class,
      names = {"SC", "TSO"})
  void aGhostThatIsRead(MemoryModel model) {
    isRefused(model, "done is a ghost", p -> p.program(p::set, p.once(p::readsAGhost)));
  }

  @ParameterizedTest
  @EnumSource(
      value = MemoryModel.class,
      names = {"SC", "TSO"})
  void aLockThatIsReadLikeAWord(MemoryModel model) {
    isRefused(model, "lock is a lock", p -> p.program(p::locks, p.once(p::readsALock)));
  }

  @ParameterizedTest
  @EnumSource(
      value = MemoryModel.class,
      names = {"SC", "TSO"})
  void anAssertionThatFails(MemoryModel model) {
    isRefused(model, "AssertionError: input is 0", p -> p.program(p::set, p.once(p::asserts)));
  }

  /** An automaton is asked about values that never occur, and a port may protest then. */
  @ParameterizedTest
  @EnumSource(
      value = MemoryModel.class,
      names = {"SC", "TSO"})
  void anAssertionThatCannotFail(MemoryModel model) {
    Result result = check(model, p -> p.program(p::locks, p.once(p::asserts)));
    assertThat(result.verdict()).as(result.toString()).isEqualTo(Verdict.NEVER);
  }
}
