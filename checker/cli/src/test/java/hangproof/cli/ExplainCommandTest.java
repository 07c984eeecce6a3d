// SPDX-License-Identifier: MIT
package hangproof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import hangproof.engine.fixtures.FixtureCases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ExplainCommandTest {
  @TempDir Path dir;
  private Path trace;

  @BeforeEach
  void writeATrace() throws IOException {
    Cli.run("check", FixtureCases.BUFFERED, "--model", "tso", "--traces", dir.toString());
    try (Stream<Path> files = Files.walk(dir)) {
      List<Path> traces = files.filter(f -> f.toString().endsWith(".json")).toList();
      assertThat(traces).hasSize(1);
      trace = traces.get(0);
    }
  }

  @Test
  void itTellsTheStepsOfBothRolesAndWhereTheWakeupWasLost() {
    Cli cli = Cli.run("explain", trace.toString());
    assertThat(cli.code()).as(cli.err()).isZero();
    assertThat(cli.out())
        .contains(
            "wakeup/announces-first under x86-TSO: io-hang", "sleeper in", "waker in", "Lost ");
  }

  @Test
  void tooFewStatesAreUnknown() {
    Cli cli = Cli.run("explain", trace.toString(), "--states", "0");
    assertThat(cli.code()).isEqualTo(20);
    assertThat(cli.out()).contains("give --states more");
  }

  @Test
  void aTraceOfAnotherProgramIsSaidSo() throws IOException {
    Files.writeString(
        trace, Files.readString(trace).replace(FixtureCases.BUFFERED, FixtureCases.BARRIER));
    Cli cli = Cli.run("explain", trace.toString());
    assertThat(cli.code()).isEqualTo(11);
    assertThat(cli.err()).contains("has changed since");
  }

  @Test
  void aFileThatIsNotThereIsAUsageError() {
    assertThat(Cli.run("explain", dir.resolve("none.json").toString()).code()).isEqualTo(64);
  }
}
