// SPDX-License-Identifier: MIT
package hangproof.engine.explorer;

import static org.assertj.core.api.Assertions.assertThat;

import hangproof.engine.MemoryModel;
import hangproof.engine.automaton.Reduction;
import hangproof.engine.cases.Case;
import hangproof.engine.fixtures.FixtureCases;
import hangproof.machine.Machine;
import hangproof.machine.Program;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Searches over states of several words, in memory and on disk. */
final class WideStatesTest {
  @TempDir private Path dir;

  private static Program counters(Machine m, int turns) {
    Case c = FixtureCases.all().find(FixtureCases.LARGE);
    return c.build(m, c.bounds(Map.of("roles", 3, "turns", turns, "idle", 9)));
  }

  /** Wrong at the very end only, so that the witness goes through all levels. */
  private static Program wrongAtTheEnd(Machine m) {
    return counters(m, 20).returned("nothing ever is", memory -> false);
  }

  private static Result search(Function<Machine, Program> build, Limits limits) {
    return new Explorer(build, MemoryModel.SC, Reduction.all(), limits, Progress.SILENT).run();
  }

  /** Each run has actions of its own, which print the same. */
  private static List<String> moves(Result result) {
    return result.witness().moves().stream().map(Object::toString).toList();
  }

  private Limits onDisk(int workers) {
    return Limits.defaults().withWorkers(workers).withFingerprints(dir);
  }

  @Test
  void countsAreTheSameOnDisk() {
    Result exact = search(m -> counters(m, 20), Limits.defaults());
    for (int workers = 1; workers <= 2; workers++) {
      Result result = search(m -> counters(m, 20), onDisk(workers));
      assertThat(result.verdict()).isEqualTo(Verdict.NEVER);
      assertThat(result.states())
          .isEqualTo(exact.states())
          .isGreaterThan(2L * Search.PARTS * FingerprintSet.BLOCK);
      assertThat(result.steps()).isEqualTo(exact.steps());
      assertThat(result.depth()).isEqualTo(exact.depth());
      assertThat(result.terminals()).isEqualTo(exact.terminals());
      assertThat(result.omissionProbability())
          .isEqualTo(FingerprintSet.omissionProbability(exact.states(), 3))
          .isPositive();
      assertThat(result.bytes()).isLessThan(exact.bytes());
    }
    assertThat(exact.omissionProbability()).isZero();
    assertThat(dir).as("where nothing stays behind").isEmptyDirectory();
  }

  @Test
  void aWitnessIsReadBackFromDisk() {
    Result exact = search(WideStatesTest::wrongAtTheEnd, Limits.defaults());
    Result result = search(WideStatesTest::wrongAtTheEnd, onDisk(2));
    assertThat(result.violation()).isEqualTo(Violation.LEAK);
    assertThat(moves(result)).isEqualTo(moves(exact));
  }

  @Test
  void aDiskThatFailsLeavesNoVerdict() {
    Spill spill = new Spill(dir);
    Progress disk =
        (phase, states, depth, frontier, bytes) -> {
          if (states > 2L * Search.PARTS * FingerprintSet.BLOCK) {
            spill.close();
          }
        };
    Result result =
        new Explorer(
                WideStatesTest::wrongAtTheEnd, MemoryModel.SC, Reduction.all(), onDisk(2), disk)
            .spillingTo(directory -> spill)
            .run();
    assertThat(result.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(result.reason()).contains("disk");
    assertThat(result.witness()).isNull();
    assertThat(result.states()).as("its coverage").isPositive();
  }
}
