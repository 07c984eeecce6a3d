// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.restarts;

import static org.assertj.core.api.Assertions.assertThat;

import hangproof.engine.MemoryModel;
import hangproof.engine.cases.Bounds;
import hangproof.engine.cases.Case;
import hangproof.engine.cases.Cases;
import hangproof.engine.explorer.Explorer;
import hangproof.engine.explorer.Result;
import hangproof.engine.explorer.Verdict;
import hangproof.engine.explorer.Violation;
import hangproof.engine.graph.GraphExplorer;
import hangproof.machine.Machine;
import hangproof.machine.Program;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The graph machine on the restarts protocol. */
final class GraphMachineTest {
  private static final Cases CASES = Cases.load();

  static Stream<Arguments> searches() {
    return CASES.matching("restarts-reduced").stream()
        .flatMap(c -> Stream.of(Arguments.of(c, MemoryModel.SC), Arguments.of(c, MemoryModel.TSO)));
  }

  /** Two searches that share nothing but the port come to the same verdicts. */
  @ParameterizedTest
  @MethodSource("searches")
  void agreesWithTheExplorer(Case c, MemoryModel model) {
    for (int requests : List.of(1, 2)) {
      compare(c, model, Map.of("submitters", 1, "requests", requests, "completers", 1, "depth", 1));
    }
  }

  /** Larger bounds only for those that hang: to prove the others takes a minute each. */
  @ParameterizedTest
  @MethodSource("searches")
  void findsTheHangsThatTheExplorerFinds(Case c, MemoryModel model) {
    Map<String, Integer> at = Map.of("submitters", 2, "requests", 1, "completers", 1, "depth", 1);
    Bounds bounds = c.bounds(at);
    if (new Explorer(m -> c.build(m, bounds), model).run().verdict() == Verdict.SOMETIMES) {
      compare(c, model, at);
    }
  }

  private static void compare(Case c, MemoryModel model, Map<String, Integer> at) {
    Bounds bounds = c.bounds(at);
    Function<Machine, Program> build = m -> c.build(m, bounds);
    Result states = new Explorer(build, model).run();
    Result graphs = new GraphExplorer(build, model).run();
    assertThat(graphs.verdict()).as("%s %s", bounds, graphs.reason()).isEqualTo(states.verdict());
    assertThat(graphs.violation()).isEqualTo(states.violation());
  }

  static Stream<Case> weakHangs() {
    return Stream.concat(
            CASES.matching("restarts-reduced").stream(), CASES.matching("restarts").stream())
        .filter(c -> c.expectations().containsKey(MemoryModel.LKMM))
        .filter(c -> c.expectations().get(MemoryModel.LKMM).verdict() == Verdict.SOMETIMES);
  }

  @ParameterizedTest
  @MethodSource("weakHangs")
  void hangsUnderTheKernelsModel(Case c) {
    Bounds bounds = c.usualBounds();
    Result result = new GraphExplorer(m -> c.build(m, bounds), MemoryModel.LKMM).run();
    assertThat(result.verdict()).as(result.reason()).isEqualTo(Verdict.SOMETIMES);
    assertThat(result.violation()).isEqualTo(Violation.IO_HANG);
    assertThat(result.scope()).isEqualTo(Result.PORF_ACYCLIC);
    assertThat(result.graph().text()).contains("and waits");
  }

  @ParameterizedTest
  @MethodSource("tagFree")
  void countsWhatItCountedBefore(int submitters, int requests, long executions) {
    Case c = CASES.find("restarts-reduced/v4-tag-free");
    Bounds bounds =
        c.bounds(Map.of("submitters", submitters, "requests", requests, "completers", 1));
    Result result = new GraphExplorer(m -> c.build(m, bounds), MemoryModel.LKMM).run();
    assertThat(result.verdict()).as(result.reason()).isEqualTo(Verdict.NEVER);
    assertThat(result.executions()).isEqualTo(executions);
  }

  /** With two submitters it takes a minute of CPU time: 209,588 executions. */
  static Stream<Arguments> tagFree() {
    return Stream.of(Arguments.of(1, 1, 1L), Arguments.of(1, 2, 18L));
  }
}
