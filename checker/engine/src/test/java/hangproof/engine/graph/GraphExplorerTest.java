// SPDX-License-Identifier: MIT
package hangproof.engine.graph;

import static org.assertj.core.api.Assertions.assertThat;

import hangproof.engine.MemoryModel;
import hangproof.engine.explorer.Result;
import hangproof.engine.explorer.Verdict;
import hangproof.engine.explorer.Violation;
import hangproof.machine.BugOn;
import hangproof.machine.Machine;
import hangproof.machine.Program;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What is looked for in the execution graphs of a program, and how sure the verdict is. */
final class GraphExplorerTest {
  private static void sleeps(Toy t) {
    t.w(t.x, 1);
    if (t.r(t.y) == 0) {
      t.awaitEqual(t.z, 1);
    }
    t.inc();
  }

  private static void wakes(Toy t) {
    t.w(t.y, 1);
    if (t.r(t.x) == 1) {
      t.w(t.z, 1);
    }
  }

  private static Result run(Function<Machine, Program> program, MemoryModel model) {
    return new GraphExplorer(program, model).run();
  }

  private static Function<Machine, Program> wakeup() {
    Function<Machine, Program> threads =
        Toy.threads(List.of(GraphExplorerTest::sleeps, GraphExplorerTest::wakes));
    return machine -> {
      Program program = threads.apply(machine);
      return program.completion(
          "the sleeper goes on", memory -> memory.get(Toy.counter(machine)) == 1);
    };
  }

  @Test
  void findsALostWakeupFromTsoOn() {
    assertThat(run(wakeup(), MemoryModel.SC).verdict()).isEqualTo(Verdict.NEVER);
    for (MemoryModel model : List.of(MemoryModel.TSO, MemoryModel.LKMM)) {
      Result result = run(wakeup(), model);
      assertThat(result.violation()).isEqualTo(Violation.IO_HANG);
      assertThat(result.graph().text()).contains("P0 0", "and waits", " !");
    }
  }

  /** The branch decides whether the write happens: no dependency may hide the reordering. */
  @Test
  void aBranchOnTheValueHidesNoBug() {
    Function<Machine, Program> program =
        Toy.threads(
            List.of(
                t -> {
                  t.w(t.x, 1);
                  t.w(t.y, 1);
                },
                t -> {
                  if (t.r(t.y) == 1 && t.r(t.x) == 0) {
                    throw new BugOn("the flag came before the data");
                  }
                }));
    assertThat(run(program, MemoryModel.TSO).verdict()).isEqualTo(Verdict.NEVER);
    assertThat(run(program, MemoryModel.LKMM).violation()).isEqualTo(Violation.INVARIANT);
  }

  /** A claim about a value that cannot occur is no dependency on it. */
  @Test
  void aClaimAboutAnImpossibleValueHidesNoBug() {
    Function<Machine, Program> program =
        Toy.threads(
            List.of(
                t -> {
                  t.w(t.x, 1);
                  t.wmb();
                  t.w(t.y, 1);
                },
                t -> {
                  int flag = t.r(t.y);
                  if (flag > 1) {
                    throw new BugOn("impossible");
                  }
                  if (t.r(t.x) == 0 && flag == 1) {
                    throw new BugOn("the flag came before the data");
                  }
                }));
    Result result = run(program, MemoryModel.LKMM);
    assertThat(result.violation()).isEqualTo(Violation.INVARIANT);
    assertThat(result.graph().claim()).isEqualTo("the flag came before the data");
  }

  /** Whether the second thread's write may come first is a matter of its control dependency. */
  @Test
  void whatADependencyMayForbidIsUnknown() {
    Function<Machine, Program> threads =
        Toy.threads(
            List.of(
                t -> {
                  t.w(t.x, 2);
                  t.wmb();
                  t.w(t.y, 1);
                },
                t -> {
                  if (t.r(t.y) == 1) {
                    t.w(t.x, 1);
                    t.inc();
                  }
                }));
    Function<Machine, Program> program =
        machine ->
            threads
                .apply(machine)
                .completion(
                    "x is 1 once the second thread has written it",
                    memory ->
                        memory.get(Toy.counter(machine)) == 0
                            || memory.get(machine.cells().get(0)) == 1);
    Result result = run(program, MemoryModel.LKMM);
    assertThat(result.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(result.reason()).startsWith("dependency: ");
  }

  /** The ninth thread and the tenth have their causal past in a second word. */
  @Test
  void takesMoreThanEightThreads() {
    List<Consumer<Toy>> bodies = new ArrayList<>(Collections.nCopies(8, t -> t.r(t.y)));
    bodies.set(0, Toy::inc);
    bodies.add(
        t -> {
          t.inc();
          t.w(t.z, 1);
        });
    bodies.add(
        t -> {
          t.r(t.z);
          t.inc();
        });
    for (MemoryModel model : List.of(MemoryModel.SC, MemoryModel.LKMM)) {
      Result result = run(Toy.threads(bodies), model);
      assertThat(result.verdict()).as(result.reason()).isEqualTo(Verdict.NEVER);
      // Six orders of the increments; if the flag was seen, the three in which they follow it.
      assertThat(result.executions()).isEqualTo(9);
    }
  }

  @Test
  void seesADataRaceAndItsCure() {
    Function<Machine, Program> racy =
        Toy.threads(List.of(t -> t.plainWrite(t.x, 1), t -> t.r(t.x)));
    assertThat(run(racy, MemoryModel.LKMM).violation()).isEqualTo(Violation.DATA_RACE);
    Consumer<Toy> locked =
        t -> {
          t.lock();
          t.plainWrite(t.x, t.plainRead(t.x) + 1);
          t.unlock();
        };
    Result cured = run(Toy.threads(List.of(locked, locked)), MemoryModel.LKMM);
    assertThat(cured.verdict()).as(cured.reason()).isEqualTo(Verdict.NEVER);
    assertThat(cured.executions()).isEqualTo(2);
  }

  @Test
  void aBoundMakesTheVerdictUnknown() {
    Function<Machine, Program> program =
        Toy.threads(
            List.of(
                t -> {
                  for (int i = 0; i < 60; i++) {
                    t.r(t.x);
                  }
                }));
    Result result = run(program, MemoryModel.LKMM);
    assertThat(result.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(result.reason()).contains("more than 47 accesses");
  }

  @Test
  void countsEveryOrderOfIncrementsOnce() {
    Function<Machine, Program> program = Toy.times(7, Toy::inc);
    Result result = run(program, MemoryModel.LKMM);
    assertThat(result.verdict()).isEqualTo(Verdict.NEVER);
    assertThat(result.executions()).isEqualTo(5040);
    assertThat(result.scope()).isEqualTo(Result.PORF_ACYCLIC);
  }
}
