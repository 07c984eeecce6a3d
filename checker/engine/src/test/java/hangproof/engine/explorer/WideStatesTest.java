// SPDX-License-Identifier: MIT
package hangproof.engine.explorer;

import static org.assertj.core.api.Assertions.assertThat;

import hangproof.engine.MemoryModel;
import hangproof.engine.automaton.Reduction;
import hangproof.machine.Machine;
import hangproof.machine.Port;
import hangproof.machine.Program;
import hangproof.machine.Role;
import hangproof.machine.Word;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs at the limits of what a state holds, with state counts known beforehand. */
class WideStatesTest {
  private static final int HIGHEST = (1 << 15) - 1;

  /** Each role writes the highest value to a word of its own; the words fill many longs. */
  private static final class Wide extends Port {
    final List<Word> words = new ArrayList<>();

    Wide(Machine m, int roles, int idle) {
      super(m);
      for (int i = 0; i < roles + idle; i++) {
        words.add(m.word("word" + i, 0, 0, HIGHEST));
      }
    }

    Program program(int roles) {
      Program program = new Program(machine);
      for (int r = 0; r < roles; r++) {
        Word own = words.get(words.size() - 1 - r);
        program.role(
            "role" + r,
            turn -> {
              WRITE_ONCE(own, HIGHEST);
              return Role.END;
            });
      }
      return program.completion(
          "all are written",
          memory -> words.stream().filter(w -> memory.get(w) == HIGHEST).count() == roles);
    }
  }

  private static Result check(int roles, int idle, int workers) {
    return new Explorer(
            m -> new Wide(m, roles, idle).program(roles),
            MemoryModel.SC,
            EnumSet.noneOf(Reduction.class),
            Limits.defaults().withWorkers(workers),
            Progress.SILENT)
        .run();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 60, 200})
  void everySubsetIsAState(int idle) {
    for (int workers : new int[] {1, 2}) {
      Result result = check(13, idle, workers);
      assertThat(result.verdict()).as(result.toString()).isEqualTo(Verdict.NEVER);
      assertThat(result.states()).isEqualTo(1 << 13);
      assertThat(result.steps()).isEqualTo(13L << 12);
      assertThat(result.depth()).isEqualTo(13);
      assertThat(result.terminals()).isEqualTo(1);
    }
  }

  @Test
  void moreLocksThanASetHolds() {
    Result result =
        new Explorer(
                m -> {
                  Wide p = new Wide(m, 1, 0);
                  for (int i = 0; i < 65; i++) {
                    m.lock("lock" + i);
                  }
                  return p.program(1);
                },
                MemoryModel.SC)
            .run();
    assertThat(result.verdict()).as(result.toString()).isEqualTo(Verdict.UNKNOWN);
    assertThat(result.reason()).contains("more than 64 locks");
  }
}
