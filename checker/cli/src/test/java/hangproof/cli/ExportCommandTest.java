// SPDX-License-Identifier: MIT
package hangproof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import hangproof.engine.fixtures.FixtureCases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ExportCommandTest {
  @TempDir private Path dir;

  @Test
  void printsWhatGoesWrong() {
    Cli cli = Cli.run("export", FixtureCases.BUFFERED, "--herd");
    assertThat(cli.code()).as(cli.err()).isZero();
    assertThat(cli.out()).startsWith("C wakeup-announces-first\n").contains(" * Result: Sometimes");
  }

  /** Files that our own litmus command agrees with. */
  @Test
  void writesWhatABarrierForbidsAndWhatGoesWrongWithoutIt() throws IOException {
    Cli cli = Cli.run("export", FixtureCases.BARRIER, "--herd", "--to", dir + "");
    assertThat(cli.code()).as(cli.err()).isZero();
    Path never = dir.resolve("wakeup-announces-with-barrier-1.litmus");
    assertThat(cli.out()).contains(never + ": Never", "-1-without.litmus: Sometimes");
    assertThat(Cli.run("litmus", dir + "").code()).isZero();
    Files.writeString(never, Files.readString(never).replace("\tsmp_mb();\n", ""));
    assertThat(Cli.run("litmus", dir + "").code()).isNotZero();
  }

  @Test
  void saysWhyNothingIsExported() {
    Cli family = Cli.run("export", "wakeup", "--herd");
    assertThat(family.code()).isEqualTo(ExitCode.USAGE);
    assertThat(family.err()).contains("wakeup is a family of cases");
    assertThat(Cli.run("export", FixtureCases.LOST).err()).contains("Say --herd");
    Cli none = Cli.run("export", FixtureCases.LARGE, "--herd");
    assertThat(none.code()).isEqualTo(ExitCode.UNKNOWN);
    assertThat(none.err()).contains("there is no execution to forbid");
  }
}
