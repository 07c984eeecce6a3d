// SPDX-License-Identifier: MIT
package hangproof.engine.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import hangproof.engine.automaton.RoleSteps;
import hangproof.engine.axiom.Lkmm;
import hangproof.engine.axiom.LkmmRule;
import hangproof.engine.axiom.MemoryModel;
import hangproof.engine.axiom.Sc;
import hangproof.engine.axiom.Tso;
import hangproof.machine.Machine;
import hangproof.machine.Program;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Counts of execution graphs: known ones, and equal to brute force, none found twice. */
final class GraphSearchTest {
  private static MemoryModel lkmmSoFar() {
    return new Lkmm(Set.of(LkmmRule.RCU, LkmmRule.PLAIN_COHERENCE));
  }

  private static final int ANY = -1;

  static List<Arguments> programs() {
    return List.of(
        of("SB", 3, 4, 4, t -> sb(t, t.x, t.y, false), t -> sb(t, t.y, t.x, false)),
        of("SB+mbs", 3, 3, 3, t -> sb(t, t.x, t.y, true), t -> sb(t, t.y, t.x, true)),
        of("SB+mb+po", 3, 4, 4, t -> sb(t, t.x, t.y, true), t -> sb(t, t.y, t.x, false)),
        of("SB+xchgs", 3, 3, 3, t -> xx(t, true), t -> xx(t, false)),
        of("MP", 3, 3, 4, t -> two(t, false), GraphSearchTest::readsYx),
        of("MP+wmb+rmb", 3, 3, 3, t -> two(t, true), GraphSearchTest::readsYxInOrder),
        of("LB", 3, 3, 3, t -> lb(t, true), t -> lb(t, false)),
        of("2+2W", 3, 3, 4, t -> ww(t, true), t -> ww(t, false)),
        of("R", 3, 4, 4, GraphSearchTest::wxwy, t -> yx(t, 2)),
        of("S", 3, 3, 4, t -> xy2(t), GraphSearchTest::readYwriteX),
        of(
            "IRIW",
            15,
            15,
            16,
            t -> t.w(t.x, 1),
            t -> t.w(t.y, 1),
            t -> reads(t, true),
            t -> reads(t, false)),
        of(
            "CoRR2",
            72,
            72,
            72,
            t -> t.w(t.x, 1),
            t -> t.w(t.x, 2),
            GraphSearchTest::twice,
            GraphSearchTest::twice),
        of("W+W+W", 6, 6, 6, t -> t.w(t.x, 1), t -> t.w(t.x, 2), t -> t.w(t.x, 3)),
        of("inc 2", 2, 2, 2, Toy::inc, Toy::inc),
        of("inc 3", 6, 6, 6, Toy::inc, Toy::inc, Toy::inc),
        of("inc 4", 24, 24, 24, Toy::inc, Toy::inc, Toy::inc, Toy::inc),
        of("inc+read", ANY, ANY, ANY, Toy::inc, Toy::inc, Toy::readN, Toy::readN),
        of("cas", ANY, ANY, ANY, t -> t.cas(t.x, 0, 1), t -> t.cas(t.x, 0, 2), t -> cas(t)),
        of("cas+w", ANY, ANY, ANY, t -> t.cas(t.x, 0, 1), t -> t.w(t.x, 0), t -> cas(t)),
        of("cas+w+w", ANY, ANY, ANY, t -> t.cas(t.x, 0, 1), t -> t.w(t.x, 2), t -> ww(t, true)),
        of("swap+r", ANY, ANY, ANY, t -> t.swap(t.x, 1), t -> t.swap(t.x, 2), t -> twice(t)),
        of("lock 2", 2, 2, 2, GraphSearchTest::locked, GraphSearchTest::locked),
        of(
            "lock 3",
            6,
            6,
            6,
            GraphSearchTest::locked,
            GraphSearchTest::locked,
            GraphSearchTest::locked),
        of("lock twice", ANY, ANY, ANY, t -> lockTwice(t), GraphSearchTest::locked),
        of("await", ANY, ANY, ANY, t -> waits(t), t -> wxwy(t), t -> t.w(t.y, 1)),
        of("await twice", ANY, ANY, ANY, t -> waits(t), t -> waits2(t), t -> ww(t, true)),
        of("choose", ANY, ANY, ANY, t -> t.w(t.x, t.choice(3)), t -> twice(t), t -> t.w(t.x, 5)),
        of("choose first", ANY, ANY, ANY, t -> chooses(t), t -> yx(t, 1)),
        of(
            "if",
            ANY,
            ANY,
            ANY,
            t -> branch(t, t.x, t.y),
            t -> branch(t, t.y, t.x),
            t -> ww(t, true)),
        of("plain", ANY, ANY, ANY, t -> t.plainWrite(t.x, 1), t -> plainMp(t)),
        of("mixed", ANY, ANY, ANY, t -> incs(t), t -> incs(t), t -> readThenInc(t)));
  }

  @SafeVarargs
  private static Arguments of(String name, int sc, int tso, int lkmm, Consumer<Toy>... threads) {
    List<Consumer<Toy>> bodies = new ArrayList<>();
    for (Consumer<Toy> thread : threads) {
      bodies.add(thread);
    }
    return Arguments.of(name, sc, tso, lkmm, Toy.threads(bodies));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("programs")
  void countsAreRight(String name, int sc, int tso, int lkmm, Function<Machine, Program> program) {
    check(name + " under SC", sc, program, null, Sc::new, WideAxioms.Model.SC);
    check(name + " under TSO", tso, program, null, Tso::new, WideAxioms.Model.TSO);
    check(
        name + " under LKMM",
        lkmm,
        program,
        GraphSearchTest::lkmmSoFar,
        Lkmm::new,
        WideAxioms.Model.LKMM);
    check(name + " under LKMM", lkmm, program, null, Lkmm::new, WideAxioms.Model.LKMM);
  }

  private static void check(
      String name,
      int expected,
      Function<Machine, Program> program,
      Supplier<MemoryModel> partial,
      Supplier<MemoryModel> whole,
      WideAxioms.Model wide) {
    RoleThreads slowly = new RoleThreads(RoleSteps.of(program), 48);
    BruteForce slow = new BruteForce(slowly, partial, whole, wide);
    slow.run();
    // The second time over, the axioms in their form for many events decide.
    for (int narrow : new int[] {64, 0}) {
      Axioms axioms = new Axioms(partial, whole, wide, narrow, false);
      Collector found = new Collector(axioms);
      RoleThreads threads = new RoleThreads(RoleSteps.of(program), 48);
      if (narrow == 0 && name.startsWith("plain")) {
        continue;
      }
      new GraphSearch(threads, axioms, Graph.MAX_EVENTS, found).run();
      assertEquals(slow.complete, found.complete, name);
      assertEquals(slow.blocked, found.blocked, name + ", blocked");
      assertEquals(0, found.twice, name + ": found twice");
      assertTrue(expected == ANY || found.complete.size() == expected, name + " " + found.complete);
    }
  }

  private static final class Collector implements GraphSearch.Visitor {
    private final Axioms axioms;
    private final Set<String> complete = new HashSet<>();
    private final Set<String> blocked = new HashSet<>();
    private int twice;

    Collector(Axioms axioms) {
      this.axioms = axioms;
    }

    @Override
    public boolean complete(Graph g) {
      boolean waits = false;
      for (int t = 0; t < g.threads; t++) {
        if (g.now[t].kind == Step.Kind.BLOCKED) {
          waits = true;
          if (!g.readsLast(g.last[t])) {
            return true;
          }
        }
      }
      if (axioms.allows(g) && !(waits ? blocked : complete).add(g.signature())) {
        twice++;
      }
      return true;
    }

    @Override
    public boolean failed(Graph g, int thread) {
      throw new AssertionError(g.now[thread].failure());
    }

    @Override
    public boolean full(Graph g) {
      throw new AssertionError("the graph is full");
    }

    @Override
    public boolean goOn() {
      return true;
    }
  }

  private static void sb(
      Toy t, hangproof.machine.Word mine, hangproof.machine.Word other, boolean fence) {
    t.w(mine, 1);
    if (fence) {
      t.mb();
    }
    t.r(other);
  }

  private static void xx(Toy t, boolean forward) {
    t.swap(forward ? t.x : t.y, 1);
    t.r(forward ? t.y : t.x);
  }

  private static void two(Toy t, boolean fence) {
    t.w(t.x, 1);
    if (fence) {
      t.wmb();
    }
    t.w(t.y, 1);
  }

  private static void readsYx(Toy t) {
    t.r(t.y);
    t.r(t.x);
  }

  private static void readsYxInOrder(Toy t) {
    t.r(t.y);
    t.rmb();
    t.r(t.x);
  }

  private static void lb(Toy t, boolean forward) {
    t.r(forward ? t.x : t.y);
    t.w(forward ? t.y : t.x, 1);
  }

  private static void ww(Toy t, boolean forward) {
    t.w(forward ? t.x : t.y, 1);
    t.w(forward ? t.y : t.x, 2);
  }

  private static void wxwy(Toy t) {
    t.w(t.x, 1);
    t.w(t.y, 1);
  }

  private static void yx(Toy t, int v) {
    t.w(t.y, v);
    t.r(t.x);
  }

  private static void xy2(Toy t) {
    t.w(t.x, 2);
    t.w(t.y, 1);
  }

  private static void readYwriteX(Toy t) {
    t.r(t.y);
    t.w(t.x, 1);
  }

  private static void reads(Toy t, boolean forward) {
    t.r(forward ? t.x : t.y);
    t.r(forward ? t.y : t.x);
  }

  private static void twice(Toy t) {
    t.r(t.x);
    t.r(t.x);
  }

  private static void cas(Toy t) {
    if (t.cas(t.x, 1, 3) == 1) {
      t.w(t.y, 1);
    } else {
      t.r(t.x);
    }
  }

  private static void locked(Toy t) {
    t.lock();
    t.w(t.x, 1);
    t.unlock();
  }

  private static void lockTwice(Toy t) {
    t.lock();
    t.unlock();
    t.lock();
    t.r(t.x);
    t.unlock();
  }

  private static void waits(Toy t) {
    t.awaitEqual(t.x, 1);
    t.w(t.y, 3);
  }

  private static void waits2(Toy t) {
    t.awaitEqual(t.y, 3);
    t.r(t.x);
    t.awaitEqual(t.y, 2);
  }

  private static void chooses(Toy t) {
    if (t.choice(2) == 0) {
      t.r(t.x);
    } else {
      t.w(t.x, 1);
    }
    t.r(t.y);
  }

  private static void branch(Toy t, hangproof.machine.Word mine, hangproof.machine.Word other) {
    if (t.r(mine) == 1) {
      t.w(other, 1);
    } else {
      t.mb();
      t.r(other);
    }
  }

  private static void plainMp(Toy t) {
    t.plainRead(t.x);
    t.w(t.x, 2);
  }

  private static void incs(Toy t) {
    t.inc();
    t.afterAtomic();
    if (t.readN() == 2) {
      t.w(t.x, 1);
    }
  }

  private static void readThenInc(Toy t) {
    if (t.r(t.x) == 0) {
      t.incReturn();
    }
  }
}
