// SPDX-License-Identifier: MIT
package hangproof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

final class MainTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    return new CommandLine(new Main())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(args);
  }

  @Test
  void helpGoesToStandardOutput() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString()).startsWith("Usage: hangproof");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void anUnknownOptionIsAUsageError() {
    assertThat(run("--no-such-option")).isEqualTo(64);
    assertThat(err.toString()).contains("--no-such-option");
  }

  @Test
  void noCommandIsAUsageError() {
    assertThat(run()).isEqualTo(64);
    assertThat(err.toString()).contains("Missing command");
  }
}
