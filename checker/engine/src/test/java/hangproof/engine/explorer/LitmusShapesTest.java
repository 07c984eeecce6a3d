// SPDX-License-Identifier: MIT
package hangproof.engine.explorer;

import static org.assertj.core.api.Assertions.assertThat;

import hangproof.engine.MemoryModel;
import hangproof.engine.automaton.Reduction;
import hangproof.machine.Atomic;
import hangproof.machine.ListHead;
import hangproof.machine.Machine;
import hangproof.machine.Port;
import hangproof.machine.Program;
import hangproof.machine.Role;
import hangproof.machine.SpinLock;
import hangproof.machine.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** The classic shapes, whose outcomes under SC and x86-TSO everybody knows, through the seam. */
class LitmusShapesTest {
  /** Two locations, registers, and what else a shape needs. */
  private static final class Shape extends Port {
    final Word x;
    final Word y;
    final Atomic z;
    final SpinLock lock;
    final ListHead list;
    final Word[] r = new Word[4];

    Shape(Machine m) {
      super(m);
      x = m.word("x", 0, 0, 2);
      y = m.word("y", 0, 0, 2);
      z = m.atomic("z", 0, 0, 2);
      lock = m.lock("lock");
      list = m.list("list", 2).writtenUnder(lock);
      for (int i = 0; i < r.length; i++) {
        r[i] = m.word("r" + i, 0, 0, 2);
      }
    }

    void set(Word w, int v) {
      WRITE_ONCE(w, v);
    }

    void load(Word w, int register) {
      write(r[register], READ_ONCE(w));
    }

    void mb() {
      smp_mb();
    }

    void wmb() {
      smp_wmb();
    }

    void rmb() {
      smp_rmb();
    }

    void release(Word w, int v) {
      smp_store_release(w, v);
    }

    void acquire(Word w, int register) {
      write(r[register], smp_load_acquire(w));
    }

    void exchange(Word w, int v) {
      xchg(w, v);
    }

    void inc() {
      atomic_inc(z);
    }

    void afterAtomic() {
      smp_mb__after_atomic();
    }

    void failToCompare() {
      atomic_cmpxchg(z, 2, 0);
    }

    void listAdd() {
      spin_lock(lock);
      list_add(1, list);
      spin_unlock(lock);
    }

    void listEmpty(int register) {
      write(r[register], list_empty(list) ? 0 : 1);
    }

    void listEmptyUnderLock(int register) {
      spin_lock(lock);
      int empty = list_empty(list) ? 0 : 1;
      spin_unlock(lock);
      write(r[register], empty);
    }
  }

  /** What a shape ends with. */
  private interface Values {
    int of(Word w);
  }

  private record Outcome(Shape shape, Values values) {
    int r(int i) {
      return values.of(shape.r[i]);
    }

    boolean bothZero() {
      return r(0) == 0 && r(1) == 0;
    }

    int x() {
      return values.of(shape.x);
    }

    int y() {
      return values.of(shape.y);
    }
  }

  @SafeVarargs
  private static void weak(
      boolean sc, boolean tso, Predicate<Outcome> outcome, Consumer<Shape>... threads) {
    assertThat(reaches(MemoryModel.SC, outcome, threads)).as("SC").isEqualTo(sc);
    assertThat(reaches(MemoryModel.TSO, outcome, threads)).as("TSO").isEqualTo(tso);
  }

  @SafeVarargs
  private static boolean reaches(
      MemoryModel model, Predicate<Outcome> outcome, Consumer<Shape>... threads) {
    boolean without = reaches(model, Reduction.none(), outcome, threads);
    boolean with = reaches(model, Reduction.all(), outcome, threads);
    assertThat(with).as("with all reductions as with none").isEqualTo(without);
    return with;
  }

  @SafeVarargs
  private static boolean reaches(
      MemoryModel model,
      Set<Reduction> reductions,
      Predicate<Outcome> outcome,
      Consumer<Shape>... threads) {
    List<Shape> shapes = new ArrayList<>();
    AtomicBoolean reached = new AtomicBoolean();
    Result result =
        new Explorer(
                m -> {
                  Shape shape = new Shape(m);
                  shapes.add(shape);
                  Program program = new Program(m);
                  for (int t = 0; t < threads.length; t++) {
                    Consumer<Shape> body = threads[t];
                    program.role(
                        "P" + t,
                        turn -> {
                          body.accept(shape);
                          return Role.END;
                        });
                  }
                  return program.completion("always", memory -> true);
                },
                model,
                reductions,
                Limits.defaults().withWorkers(1),
                Progress.SILENT)
            .onTerminal(
                memory -> {
                  Shape shape = shapes.get(shapes.size() - 1);
                  if (outcome.test(new Outcome(shape, memory::get))) {
                    reached.set(true);
                  }
                })
            .run();
    assertThat(result.verdict()).as(result.toString()).isEqualTo(Verdict.NEVER);
    return reached.get();
  }

  // ---- store buffering

  @Test
  void storeBuffering() {
    weak(
        false,
        true,
        Outcome::bothZero,
        s -> {
          s.set(s.x, 1);
          s.load(s.y, 0);
        },
        s -> {
          s.set(s.y, 1);
          s.load(s.x, 1);
        });
  }

  private static void storeBufferingWith(boolean tso, Consumer<Shape> between) {
    weak(
        false,
        tso,
        Outcome::bothZero,
        s -> {
          s.set(s.x, 1);
          between.accept(s);
          s.load(s.y, 0);
        },
        s -> {
          s.set(s.y, 1);
          between.accept(s);
          s.load(s.x, 1);
        });
  }

  @Test
  void whatForbidsStoreBuffering() {
    storeBufferingWith(false, Shape::mb);
    storeBufferingWith(false, Shape::inc);
    storeBufferingWith(false, Shape::failToCompare);
    storeBufferingWith(
        false,
        s -> {
          s.inc();
          s.afterAtomic();
        });
    storeBufferingWith(true, Shape::wmb);
    storeBufferingWith(true, Shape::rmb);
  }

  /** A LOCKed access drains the buffer even if nobody else ever touches its cell. */
  @Test
  void aLockedAccessToACellOfOnesOwnForbidsStoreBuffering() {
    weak(
        false,
        false,
        Outcome::bothZero,
        s -> {
          s.set(s.x, 1);
          s.exchange(s.r[2], 1);
          s.load(s.y, 0);
        },
        s -> {
          s.set(s.y, 1);
          s.exchange(s.r[3], 1);
          s.load(s.x, 1);
        });
  }

  @Test
  void oneBarrierIsNotEnough() {
    weak(
        false,
        true,
        Outcome::bothZero,
        s -> {
          s.set(s.x, 1);
          s.mb();
          s.load(s.y, 0);
        },
        s -> {
          s.set(s.y, 1);
          s.load(s.x, 1);
        });
  }

  @Test
  void releaseAndAcquireDoNotForbidStoreBuffering() {
    weak(
        false,
        true,
        Outcome::bothZero,
        s -> {
          s.release(s.x, 1);
          s.acquire(s.y, 0);
        },
        s -> {
          s.release(s.y, 1);
          s.acquire(s.x, 1);
        });
  }

  @Test
  void exchangesForbidStoreBuffering() {
    weak(
        false,
        false,
        Outcome::bothZero,
        s -> {
          s.exchange(s.x, 1);
          s.load(s.y, 0);
        },
        s -> {
          s.exchange(s.y, 1);
          s.load(s.x, 1);
        });
  }

  /** SB with a load of the own store first: it is forwarded, and drains nothing. */
  @Test
  void forwardingDoesNotForbidStoreBuffering() {
    weak(
        false,
        true,
        o -> o.r(0) == 0 && o.r(1) == 0 && o.r(2) == 1 && o.r(3) == 1,
        s -> {
          s.set(s.x, 1);
          s.load(s.x, 2);
          s.load(s.y, 0);
        },
        s -> {
          s.set(s.y, 1);
          s.load(s.y, 3);
          s.load(s.x, 1);
        });
  }

  /** n6 of Owens, Sarkar and Sewell. */
  @Test
  void n6() {
    weak(
        false,
        true,
        o -> o.r(0) == 1 && o.r(1) == 0 && o.x() == 1,
        s -> {
          s.set(s.x, 1);
          s.load(s.x, 0);
          s.load(s.y, 1);
        },
        s -> {
          s.set(s.y, 2);
          s.set(s.x, 2);
        });
  }

  // ---- the shapes that x86 forbids

  @Test
  void messagePassing() {
    weak(
        false,
        false,
        o -> o.r(0) == 1 && o.r(1) == 0,
        s -> {
          s.set(s.x, 1);
          s.set(s.y, 1);
        },
        s -> {
          s.load(s.y, 0);
          s.load(s.x, 1);
        });
  }

  @Test
  void loadBuffering() {
    weak(
        false,
        false,
        o -> o.r(0) == 1 && o.r(1) == 1,
        s -> {
          s.load(s.x, 0);
          s.set(s.y, 1);
        },
        s -> {
          s.load(s.y, 1);
          s.set(s.x, 1);
        });
  }

  @Test
  void independentReadsOfIndependentWrites() {
    weak(
        false,
        false,
        o -> o.r(0) == 1 && o.r(1) == 0 && o.r(2) == 1 && o.r(3) == 0,
        s -> s.set(s.x, 1),
        s -> s.set(s.y, 1),
        s -> {
          s.load(s.x, 0);
          s.load(s.y, 1);
        },
        s -> {
          s.load(s.y, 2);
          s.load(s.x, 3);
        });
  }

  @Test
  void twoPlusTwoWrites() {
    weak(
        false,
        false,
        o -> o.x() == 1 && o.y() == 1,
        s -> {
          s.set(s.x, 1);
          s.set(s.y, 2);
        },
        s -> {
          s.set(s.y, 1);
          s.set(s.x, 2);
        });
  }

  @Test
  void s() {
    weak(
        false,
        false,
        o -> o.r(0) == 1 && o.x() == 2,
        s -> {
          s.set(s.x, 2);
          s.set(s.y, 1);
        },
        s -> {
          s.load(s.y, 0);
          s.set(s.x, 1);
        });
  }

  // ---- R, which x86 allows

  @Test
  void r() {
    weak(
        false,
        true,
        o -> o.r(0) == 0 && o.y() == 2,
        s -> {
          s.set(s.x, 1);
          s.set(s.y, 1);
        },
        s -> {
          s.set(s.y, 2);
          s.load(s.x, 0);
        });
    weak(
        false,
        false,
        o -> o.r(0) == 0 && o.y() == 2,
        s -> {
          s.set(s.x, 1);
          s.set(s.y, 1);
        },
        s -> {
          s.set(s.y, 2);
          s.mb();
          s.load(s.x, 0);
        });
  }

  // ---- locks

  /** spin_unlock is a plain store: what it guarded may still be in the buffer behind it. */
  @Test
  void listAddIsBufferedBeyondTheUnlock() {
    Consumer<Shape> adds =
        s -> {
          s.listAdd();
          s.load(s.y, 0);
        };
    Predicate<Outcome> missed = o -> o.r(0) == 0 && o.r(1) == 0;
    weak(
        false,
        true,
        missed,
        adds,
        s -> {
          s.set(s.y, 1);
          s.mb();
          s.listEmpty(1);
        });
    weak(
        false,
        false,
        missed,
        s -> {
          s.listAdd();
          s.mb();
          s.load(s.y, 0);
        },
        s -> {
          s.set(s.y, 1);
          s.mb();
          s.listEmpty(1);
        });
    weak(
        false,
        false,
        missed,
        adds,
        s -> {
          s.set(s.y, 1);
          s.listEmptyUnderLock(1);
        });
  }

  /** The thread that added sees it at once, though nobody else does. */
  @Test
  void aThreadSeesItsOwnListAdd() {
    weak(
        false,
        false,
        o -> o.r(0) == 0,
        s -> {
          s.listAdd();
          s.listEmpty(0);
        },
        s -> s.listEmpty(1));
  }
}
