// SPDX-License-Identifier: MIT
package hangproof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MainTest {
  @Test
  void helpGoesToStandardOutput() {
    Cli cli = Cli.run("--help");
    assertThat(cli.code()).isZero();
    assertThat(cli.out()).contains("Usage: hangproof", "Examples:", "70  internal error");
    assertThat(cli.err()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"list", "check", "replay", "report", "audit", "litmus", "new"})
  void everyCommandHasHelpWithExamplesAndNoColours(String command) {
    Cli cli = Cli.run(command, "--help");
    assertThat(cli.code()).isZero();
    assertThat(cli.out()).contains("Usage: hangproof " + command, "Examples:");
    assertThat(cli.out()).doesNotContain("\u001b");
    assertThat(cli.out().lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void aTerminalGetsColours() {
    assertThat(Cli.run(hangproof.engine.fixtures.FixtureCases.all(), true, "--help").out())
        .contains("\u001b[");
  }

  @Test
  void anUnknownOptionIsAUsageError() {
    Cli cli = Cli.run("--no-such-option");
    assertThat(cli.code()).isEqualTo(64);
    assertThat(cli.err()).contains("--no-such-option");
  }

  @Test
  void noCommandIsAUsageError() {
    Cli cli = Cli.run();
    assertThat(cli.code()).isEqualTo(64);
    assertThat(cli.err()).contains("Missing command", "Try 'hangproof --help'.");
  }

  @Test
  void aMistypedCommandIsSuggested() {
    Cli cli = Cli.run("chekc");
    assertThat(cli.code()).isEqualTo(64);
    assertThat(cli.err()).contains("check");
  }

  @Test
  void completionIsAScript() {
    Cli cli = Cli.run("generate-completion");
    assertThat(cli.code()).isZero();
    assertThat(cli.out()).contains("complete -F", "--no-reduction");
  }
}
