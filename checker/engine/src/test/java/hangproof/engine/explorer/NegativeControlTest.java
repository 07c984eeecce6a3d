// SPDX-License-Identifier: MIT
package hangproof.engine.explorer;

import static org.assertj.core.api.Assertions.assertThat;

import hangproof.engine.MemoryModel;
import hangproof.engine.automaton.Reduction;
import hangproof.machine.Atomic;
import hangproof.machine.Machine;
import hangproof.machine.Op;
import hangproof.machine.Order;
import hangproof.machine.Port;
import hangproof.machine.Program;
import hangproof.machine.Role;
import hangproof.machine.SpinLock;
import hangproof.machine.Word;
import hangproof.machine.Work;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

/** For every verdict, a program that must get it: a checker that never finds is worth nothing. */
class NegativeControlTest {
  private static final Limits LIMITS = Limits.defaults().withWorkers(1);

  /** The cells that most of these programs use. */
  private static class Small extends Port {
    final Word x;
    final Word y;
    final Atomic count;
    final SpinLock a;
    final SpinLock b;
    final Work work;
    final Atomic done;

    Small(Machine m) {
      super(m);
      x = m.word("x", 0, 0, 3);
      y = m.word("y", 0, 0, 3);
      count = m.atomic("count", 0, 0, 1);
      a = m.lock("a");
      b = m.lock("b");
      work = m.work("work");
      done = m.ghost("done", 4);
    }

    /** A role that does this once. */
    IntUnaryOperator once(Runnable body) {
      return turn -> {
        body.run();
        atomic_inc(done);
        return Role.END;
      };
    }

    Program complete(Program program, int roles) {
      return program.completion(roles + " roles have ended", memory -> memory.get(done) == roles);
    }

    void await(Word w, int v) {
      machine.access(w, Op.AWAIT_EQ, v, 0, Order.ONCE);
    }
  }

  private static Result run(Function<Machine, Program> build) {
    return run(build, MemoryModel.SC);
  }

  private static Result run(Function<Machine, Program> build, MemoryModel model) {
    return new Explorer(build, model, Reduction.all(), LIMITS, Progress.SILENT).run();
  }

  private static void finds(Violation violation, Function<Machine, Program> build) {
    for (MemoryModel model : MemoryModel.values()) {
      if (model == MemoryModel.SC || model == MemoryModel.TSO) {
        Result result = run(build, model);
        assertThat(result.verdict()).as("%s: %s", model, result).isEqualTo(Verdict.SOMETIMES);
        assertThat(result.violation()).isEqualTo(violation);
        assertThat(result.witness()).isNotNull();
      }
    }
  }

  private static Result isUnknown(Function<Machine, Program> build, String... reason) {
    Result result = run(build);
    assertThat(result.verdict()).as(result.toString()).isEqualTo(Verdict.UNKNOWN);
    assertThat(result.reason()).contains(reason);
    return result;
  }

  private static Program one(Machine m, Function<Small, Runnable> body) {
    Small s = new Small(m);
    return s.complete(new Program(m).role("one", s.once(body.apply(s))), 1);
  }

  // ---- IO hang

  @Test
  void deadlockOfTwoLocks() {
    finds(
        Violation.IO_HANG,
        m -> {
          class AbBa extends Small {
            AbBa() {
              super(m);
            }

            void nested(SpinLock outer, SpinLock inner) {
              spin_lock(outer);
              spin_lock(inner);
              spin_unlock(inner);
              spin_unlock(outer);
            }
          }

          AbBa p = new AbBa();
          Program program =
              new Program(m)
                  .role("forward", p.once(() -> p.nested(p.a, p.b)))
                  .role("backward", p.once(() -> p.nested(p.b, p.a)));
          return p.complete(program, 2);
        });
  }

  @Test
  void lostWakeup() {
    finds(
        Violation.IO_HANG,
        m -> {
          Small p = new Small(m);
          return p.complete(new Program(m).role("waits", p.once(() -> p.await(p.x, 1))), 1);
        });
  }

  private static final class Spinner extends Small {
    Spinner(Machine m) {
      super(m);
    }

    void spinUntilSet() {
      loop(0, i -> READ_ONCE(x) == 1 ? ~0 : 0);
    }

    void set() {
      WRITE_ONCE(x, 2);
    }
  }

  @Test
  void livelockThatNoScheduleEscapes() {
    Function<Machine, Program> build =
        m -> {
          Spinner p = new Spinner(m);
          Program program =
              new Program(m)
                  .role("spins", p.once(p::spinUntilSet))
                  .role("sets another value", p.once(p::set));
          return p.complete(program, 2);
        };
    finds(Violation.IO_HANG, build);
    assertThat(run(build).witness().terminal()).isFalse();
  }

  /** A limit, and documented as one: a schedule exists that completes, and that is all we ask. */
  @Test
  void livelockThatALuckyScheduleEscapesIsNotFound() {
    Result result =
        run(
            m -> {
              class Polite extends Port {
                final Atomic inside = m.atomic("inside", 0, 0, 2);
                final Atomic done = m.ghost("done", 2);

                Polite() {
                  super(m);
                }

                int enter(int turn) {
                  boolean alone = atomic_inc_return(inside) == 1;
                  atomic_dec(inside);
                  if (alone) {
                    atomic_inc(done);
                    return Role.END;
                  }
                  return 0;
                }
              }

              Polite p = new Polite();
              return new Program(m)
                  .roles(2, "polite", p::enter)
                  .completion("both got in", memory -> memory.get(p.done) == 2);
            });
    assertThat(result.verdict()).isEqualTo(Verdict.NEVER);
  }

  // ---- stalls

  private static Program delayed(Machine m, Program.Stalls policy) {
    class Delayed extends Small {
      Delayed() {
        super(m);
      }

      void submit() {
        mod_delayed_work(work, 3);
      }

      void run() {
        take_work(work);
      }

      int fire(int turn) {
        fire_timer(work);
        return Role.END;
      }
    }

    Delayed p = new Delayed();
    return p.complete(
            new Program(m)
                .role("submitter", p.once(p::submit))
                .role("kworker", p.once(p::run))
                .timer("timer", p::fire),
            2)
        .stalls(policy);
  }

  @Test
  void aDesignedStallIsCounted() {
    Result result = run(m -> delayed(m, Program.Stalls.DESIGNED));
    assertThat(result.verdict()).isEqualTo(Verdict.NEVER);
    assertThat(result.stallStates()).isPositive();
  }

  @Test
  void aForbiddenStallIsAViolation() {
    finds(Violation.STALL, m -> delayed(m, Program.Stalls.FORBIDDEN));
  }

  // ---- other violations

  @Test
  void leak() {
    finds(
        Violation.LEAK,
        m -> {
          class Leaks extends Small {
            Leaks() {
              super(m);
            }

            void take() {
              atomic_inc(count);
            }
          }

          Leaks p = new Leaks();
          return p.complete(new Program(m).role("takes", p.once(p::take)), 1)
              .returned("count is 0", memory -> memory.get(p.count) == 0);
        });
  }

  private static final class Guarded extends Small {
    final Word g;

    Guarded(Machine m) {
      super(m);
      g = m.word("g", 0, 0, 1).guardedBy(a);
    }

    void locked() {
      spin_lock(a);
      write(g, 1);
      spin_unlock(a);
    }

    void unlocked() {
      write(g, 1);
    }

    void underTheWrongLock() {
      spin_lock(b);
      write(g, 1);
      spin_unlock(b);
    }
  }

  @Test
  void dataRaceOfAGuardedCell() {
    for (int wrong = 0; wrong < 2; wrong++) {
      boolean other = wrong == 1;
      finds(
          Violation.DATA_RACE,
          m -> {
            Guarded p = new Guarded(m);
            Program program =
                new Program(m)
                    .role("locks", p.once(p::locked))
                    .role("does not", p.once(other ? p::underTheWrongLock : p::unlocked));
            return p.complete(program, 2);
          });
    }
    Result fixed =
        run(
            m -> {
              Guarded p = new Guarded(m);
              return p.complete(new Program(m).roles(2, "locks", p.once(p::locked)), 2);
            });
    assertThat(fixed.verdict()).isEqualTo(Verdict.NEVER);
  }

  private static final class Racing extends Small {
    Racing(Machine m) {
      super(m);
    }

    void write() {
      write(x, 1);
    }

    void readOnce() {
      READ_ONCE(x);
    }

    void read() {
      read(x);
    }

    void lockedWriteOnce() {
      spin_lock(a);
      WRITE_ONCE(x, 1);
      spin_unlock(a);
    }
  }

  private static Result race(Function<Racing, Runnable> one, Function<Racing, Runnable> other) {
    return run(
        m -> {
          Racing p = new Racing(m);
          Program program =
              new Program(m)
                  .role("one", p.once(one.apply(p)))
                  .role("other", p.once(other.apply(p)));
          return p.complete(program, 2);
        });
  }

  @Test
  void dataRaceOfPlainAccesses() {
    assertThat(race(p -> p::write, p -> p::write).violation()).isEqualTo(Violation.DATA_RACE);
    assertThat(race(p -> p::write, p -> p::readOnce).violation()).isEqualTo(Violation.DATA_RACE);
    assertThat(race(p -> p::read, p -> p::read).verdict()).isEqualTo(Verdict.NEVER);
  }

  /** The write is joined to the taking of the lock, unless somebody may race with it. */
  @Test
  void dataRaceWithAWriteUnderALock() {
    assertThat(race(p -> p::read, p -> p::lockedWriteOnce).violation())
        .isEqualTo(Violation.DATA_RACE);
    assertThat(race(p -> p::readOnce, p -> p::lockedWriteOnce).verdict()).isEqualTo(Verdict.NEVER);
  }

  @Test
  void invariant() {
    finds(
        Violation.INVARIANT,
        m -> {
          class Inside extends Small {
            final Atomic inside = m.atomic("inside", 0, 0, 2);

            Inside() {
              super(m);
            }

            void enter() {
              atomic_inc(inside);
              atomic_dec(inside);
            }
          }

          Inside p = new Inside();
          return p.complete(new Program(m).roles(2, "enters", p.once(p::enter)), 2)
              .invariant("at most one inside", memory -> memory.get(p.inside) <= 1);
        });
  }

  /** A claim about cells whose accesses are joined to others: their values in between count. */
  @Test
  void invariantOverReducedCells() {
    finds(
        Violation.INVARIANT,
        m -> {
          class Hidden extends Small {
            final Word g = m.word("g", 0, 0, 1).guardedBy(a);

            Hidden() {
              super(m);
            }

            void twice() {
              spin_lock(a);
              write(g, 1);
              write(g, 0);
              spin_unlock(a);
            }
          }

          Hidden p = new Hidden();
          return p.complete(new Program(m).role("writes", p.once(p::twice)), 1)
              .invariant("g is 0", memory -> memory.get(p.g) == 0);
        });
  }

  private static final class Claims extends Small {
    Claims(Machine m) {
      super(m);
    }

    void write() {
      WRITE_ONCE(x, 1);
    }

    void claim(int wrong) {
      int seen = READ_ONCE(x);
      BUG_ON(seen == wrong, "x is not " + wrong);
    }

    void index(int[] array) {
      BUG_ON(array[READ_ONCE(x)] != 0, "the array holds nothing");
    }
  }

  private static Program claims(Machine m, int wrong) {
    Claims p = new Claims(m);
    Program program =
        new Program(m)
            .role("writes", p.once(p::write))
            .role("claims", p.once(() -> p.claim(wrong)));
    return p.complete(program, 2);
  }

  @Test
  void bugOn() {
    finds(Violation.INVARIANT, m -> claims(m, 1));
    assertThat(run(m -> claims(m, 1)).witness().claim()).contains("x is not 1");
    assertThat(run(m -> claims(m, 2)).verdict())
        .as("on a value that cannot occur it is never reached")
        .isEqualTo(Verdict.NEVER);
  }

  // ---- identity

  private static final class Owner extends Port {
    final Word owner;
    final Atomic done;

    Owner(Machine m) {
      super(m);
      owner = m.word("owner", 0, 0, 2);
      done = m.ghost("done", 2);
    }

    int take(int id) {
      int before = xchg(owner, id);
      BUG_ON(before == 1 && id == 2, "1 is never followed by 2");
      atomic_inc(done);
      return Role.END;
    }
  }

  /**
   * Roles that put their identity into memory differ, and must be declared one by one. As twins,
   * which do the same by definition, they would be another program, without the bug.
   */
  @Test
  void rolesWithAnIdentityAreNoTwins() {
    Function<Machine, Program> apart =
        m -> {
          Owner p = new Owner(m);
          return new Program(m)
              .role("first", turn -> p.take(1))
              .role("second", turn -> p.take(2))
              .completion("both", memory -> memory.get(p.done) == 2);
        };
    Function<Machine, Program> twins =
        m -> {
          Owner p = new Owner(m);
          return new Program(m)
              .roles(2, "any", turn -> p.take(1))
              .completion("both", memory -> memory.get(p.done) == 2);
        };
    finds(Violation.INVARIANT, apart);
    assertThat(run(twins).verdict()).isEqualTo(Verdict.NEVER);
  }

  /** Twins that take an identity out of shared memory may be exchanged: it goes along. */
  @Test
  void twinsMayGetAnIdentity() {
    finds(
        Violation.INVARIANT,
        m -> {
          class Numbered extends Port {
            final Atomic next = m.atomic("next", 0, 0, 2);
            final Word owner = m.word("owner", 0, 0, 2);
            final Atomic done = m.ghost("done", 2);

            Numbered() {
              super(m);
            }

            int take(int turn) {
              int id = atomic_inc_return(next);
              int before = xchg(owner, id);
              BUG_ON(before == 2 && id == 1, "numbers come in order");
              atomic_inc(done);
              return Role.END;
            }
          }

          Numbered p = new Numbered();
          return new Program(m)
              .roles(2, "twin", p::take)
              .completion("both", memory -> memory.get(p.done) == 2);
        });
  }

  // ---- Unknown: the port

  private static final class Broken extends Small {
    private int calls;
    private final Runnable again = this::recurses;

    Broken(Machine m) {
      super(m);
    }

    void differsEachTime() {
      READ_ONCE(calls++ % 2 == 0 ? x : y);
      READ_ONCE(x);
    }

    void countsTooFar() {
      atomic_inc(count);
      atomic_inc(count);
    }

    void writesTooMuch() {
      WRITE_ONCE(x, 4);
    }

    void recurses() {
      again.run();
    }

    void turnsForEver() {
      loop(0, i -> 0);
    }

    void turnsForEverInItsOwnCells() {
      loop(0, i -> READ_ONCE(x) == 0 ? 0 : 1);
    }

    void spinsWithoutLoop() {
      int seen = READ_ONCE(x);
      while (seen == 0) {
        seen = READ_ONCE(x);
      }
    }

    void keepsALock() {
      spin_lock(a);
    }

    void unlocksWhatItDoesNotHold() {
      spin_unlock(a);
    }

    void fenceAfterNoAtomic() {
      WRITE_ONCE(x, 1);
      smp_mb__after_atomic();
    }

    void fenceBeforeNoAtomic() {
      smp_mb__before_atomic();
      WRITE_ONCE(x, 1);
    }

    void fenceBeforeAFence() {
      smp_mb__before_atomic();
      smp_mb();
    }

    void fenceBeforeTheEnd() {
      smp_mb__before_atomic();
    }

    void unexpected() {
      if (READ_ONCE(x) == 0) {
        throw new IllegalStateException("unexpected");
      }
    }

    void swallows() {
      try {
        WRITE_ONCE(x, 1);
      } catch (RuntimeException e) {
        return;
      }
    }

    void swallowsAndThrows() {
      try {
        WRITE_ONCE(x, 1);
      } catch (RuntimeException e) {
        throw new IllegalArgumentException(e);
      }
    }

    void nineStores() {
      for (int i = 0; i < 9; i++) {
        WRITE_ONCE(x, i % 2);
      }
    }
  }

  /** A role that does this and nothing after it. */
  private static Program last(Machine m, Function<Broken, Runnable> body) {
    Broken p = new Broken(m);
    Runnable all = body.apply(p);
    return new Program(m)
        .role(
            "one",
            turn -> {
              all.run();
              return Role.END;
            })
        .completion("at once", memory -> true);
  }

  private static Program broken(Machine m, Function<Broken, Runnable> body) {
    Broken p = new Broken(m);
    return p.complete(new Program(m).role("one", p.once(body.apply(p))), 1);
  }

  @Test
  void nonDeterminism() {
    isUnknown(m -> broken(m, p -> p::differsEachTime), "not deterministic", "READ(x", "READ(y");
  }

  @Test
  void valuesOutOfRange() {
    isUnknown(m -> broken(m, p -> p::countsTooFar), "count", "0..1");
    isUnknown(m -> broken(m, p -> p::writesTooMuch), "x", "0..3");
    Result tso = run(m -> broken(m, p -> p::writesTooMuch), MemoryModel.TSO);
    assertThat(tso.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(tso.reason()).contains("x", "0..3");
  }

  /** Nobody reads the tally, but one schedule counts it down before it is counted up. */
  @Test
  void aTallyThatLeavesItsRangeOnTheWay() {
    isUnknown(
        m -> {
          class Tallies extends Small {
            Tallies() {
              super(m);
            }

            void up() {
              WRITE_ONCE(x, 1);
              atomic_inc(count);
            }

            void down() {
              await(x, 1);
              atomic_dec(count);
            }
          }

          Tallies p = new Tallies();
          Program program = new Program(m).role("up", p.once(p::up)).role("down", p.once(p::down));
          return p.complete(program, 2);
        },
        "count",
        "0..1");
  }

  @Test
  void portsThatDoNotEnd() {
    isUnknown(m -> broken(m, p -> p::recurses), "recurses");
    isUnknown(m -> broken(m, p -> p::turnsForEver), "for ever without touching");
    isUnknown(m -> broken(m, p -> p::turnsForEverInItsOwnCells), "cells that only it can reach");
    isUnknown(m -> broken(m, p -> p::spinsWithoutLoop), "accesses in one turn");
  }

  @Test
  void locksThatAreNotBalanced() {
    isUnknown(m -> broken(m, p -> p::keepsALock), "lock");
    isUnknown(m -> broken(m, p -> p::unlocksWhatItDoesNotHold), "a is unlocked");
  }

  @Test
  void barriersThatAreNotBesideAnAtomic() {
    isUnknown(m -> broken(m, p -> p::fenceAfterNoAtomic), "smp_mb__after_atomic()");
    isUnknown(m -> broken(m, p -> p::fenceBeforeNoAtomic), "smp_mb__before_atomic()");
    isUnknown(m -> broken(m, p -> p::fenceBeforeAFence), "smp_mb__before_atomic()");
    isUnknown(m -> last(m, p -> p::fenceBeforeTheEnd), "smp_mb__before_atomic()");
  }

  @Test
  void exceptions() {
    isUnknown(m -> broken(m, p -> p::unexpected), "the port failed", "unexpected");
    isUnknown(m -> last(m, p -> p::swallows), "catch");
    isUnknown(m -> last(m, p -> p::swallowsAndThrows), "catch");
  }

  // ---- Unknown: the bounds

  /** The virtual machine may leave out the message, so nodes must not be told apart by it. */
  @Test
  void failuresOfTheVirtualMachineAreAlikeWhateverTheySay() {
    Result result =
        run(
            m -> {
              Claims p = new Claims(m);
              Program program = new Program(m).role("indexes", p.once(() -> p.index(new int[1])));
              return p.complete(program, 1);
            },
            MemoryModel.SC);
    assertThat(result.verdict()).isEqualTo(Verdict.NEVER);
    assertThat(result.nodes()).as("x to 0, 1 and more; all that fails is one node").isEqualTo(4);
  }

  @Test
  void storeBufferOverflow() {
    Function<Machine, Program> build =
        m -> {
          Broken p = new Broken(m);
          Program program =
              new Program(m)
                  .role("stores", p.once(p::nineStores))
                  .role("reads", p.once(() -> p.await(p.x, 0)));
          return p.complete(program, 2);
        };
    assertThat(run(build, MemoryModel.SC).verdict()).isEqualTo(Verdict.NEVER);
    Result tso = run(build, MemoryModel.TSO);
    assertThat(tso.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(tso.reason()).contains("store buffer");
  }

  @Test
  void boundsThatAreHit() {
    Function<Machine, Program> build = m -> claims(m, 2);
    Result late =
        new Explorer(
                build,
                MemoryModel.SC,
                Reduction.all(),
                LIMITS.withTime(Duration.ZERO),
                Progress.SILENT)
            .run();
    assertThat(late.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(late.reason()).contains("time limit");
    Result full =
        new Explorer(build, MemoryModel.SC, Reduction.all(), LIMITS.withMemory(1), Progress.SILENT)
            .run();
    assertThat(full.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(full.reason()).contains("memory limit");
  }

  @Test
  void noTerminalState() {
    isUnknown(
        m -> {
          class Busy extends Small {
            Busy() {
              super(m);
            }

            int turn(int i) {
              xchg(x, i);
              return 1 - i;
            }
          }

          Busy p = new Busy();
          return new Program(m).roles(2, "busy", p::turn).completion("x was set", memory -> true);
        },
        "no state without a next step");
  }

  @Test
  void completionThatDoesNotStay() {
    isUnknown(
        m -> {
          Claims p = new Claims(m);
          return new Program(m)
              .role("writes", p.once(p::write))
              .completion("x is not yet 1", memory -> memory.get(p.x) == 0);
        },
        "completion does not stay: 'x is not yet 1' holds, and a step of writes ends that");
  }

  @Test
  void whatShouldBeReachedAndIsNot() {
    isUnknown(
        m -> {
          Claims p = new Claims(m);
          return p.complete(new Program(m).role("writes", p.once(p::write)), 1)
              .reaches("x is 2", memory -> memory.get(p.x) == 2);
        },
        "no run reached this: x is 2");
  }

  @Test
  void aProgramThatDoesNotSayWhenItIsComplete() {
    isUnknown(m -> new Program(m).role("one", new Claims(m).once(() -> {})), "complete");
    isUnknown(m -> new Program(m).completion("at once", memory -> true), "no roles");
    assertThat(run(m -> one(m, s -> () -> {})).verdict()).isEqualTo(Verdict.NEVER);
  }
}
