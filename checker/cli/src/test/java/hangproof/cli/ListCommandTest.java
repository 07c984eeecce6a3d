// SPDX-License-Identifier: MIT
package hangproof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import hangproof.engine.cases.Cases;
import hangproof.engine.fixtures.FixtureCases;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ListCommandTest {
  @Test
  void tellsAllOfACase() {
    Cli cli = Cli.run("list", FixtureCases.LOST);
    assertThat(cli.code()).isZero();
    assertThat(cli.out().lines())
        .containsExactly(
            "wakeup/looks-first",
            "  claims    a sleeper is woken once the condition holds",
            "  about     example",
            "  versions  v0.0",
            "  set       wakers=1 (1..3)",
            "  SC        Sometimes (IO hang); no counts recorded",
            "  x86-TSO   Sometimes (IO hang); no counts recorded",
            "");
  }

  @Test
  void tellsRecordedCounts() {
    assertThat(Cli.run("list", "drifted").out()).contains("recorded 1 states, depth 3");
  }

  @Test
  void listsAllCasesByDefault() {
    assertThat(Cli.run("list").out()).contains("counters/large", "wrong/missed");
  }

  @Test
  void noCasesIsNotSuccess() {
    assertThat(Cli.run(Cases.of(List.of()), false, "list").code()).isEqualTo(31);
  }

  @Test
  void anUnknownCaseIsAUsageError() {
    Cli cli = Cli.run("list", "wakup");
    assertThat(cli.code()).isEqualTo(64);
    assertThat(cli.err()).contains("there is no case 'wakup'; did you mean wakeup?");
  }
}
