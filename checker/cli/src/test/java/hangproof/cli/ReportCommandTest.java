// SPDX-License-Identifier: MIT
package hangproof.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import hangproof.engine.cases.Cases;
import hangproof.engine.fixtures.FixtureCases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReportCommandTest {
  private static final Cases GOOD = Cases.of(List.of(new FixtureCases()));

  @TempDir private Path dir;

  @Test
  void writesResults() {
    Cli cli = Cli.run(GOOD, false, "report", "--results", dir + "");
    assertThat(cli.code()).isZero();
    assertThat(cli.out()).contains("7 checked, 7 as expected", "Written: ");
    assertThat(dir.resolve("README.md")).isRegularFile();
    assertThat(dir.resolve("wakeup/announces-first/tso.txt")).isRegularFile();
  }

  @Test
  void exitsLikeCheck() {
    assertThat(Cli.run("report", "--results", dir + "").code()).isEqualTo(70);
    Cases drifted = Cases.of(List.of(FixtureCases.drifted()));
    assertThat(Cli.run(drifted, false, "report", "--results", dir + "").code()).isEqualTo(10);
    Cases none = Cases.of(List.of());
    assertThat(Cli.run(none, false, "report", "--results", dir + "").code()).isEqualTo(31);
  }

  @Test
  void recordsCounts() throws IOException {
    Cases drifted = Cases.of(List.of(FixtureCases.drifted()));
    Path file = dir.resolve("counts.tsv");
    Cli cli = Cli.run(drifted, false, "report", "--results", dir + "/r", "--record", file + "");
    assertThat(cli.code()).isZero();
    assertThat(Files.readString(file)).startsWith("case\tmodel\t").contains("drifted/counts\tsc");
    assertThat(Files.readString(file)).doesNotContain("Never\t1\t2\t3");
  }

  @Test
  void recordsNothingIfAVerdictIsWrong() {
    Path file = dir.resolve("counts.tsv");
    Cli cli = Cli.run("report", "--results", dir + "/r", "--record", file + "");
    assertThat(cli.err()).contains("not all is as expected");
    assertThat(file).doesNotExist();
  }

  @Test
  void anInterruptLeavesResultsAsTheyWere() throws IOException {
    Files.writeString(dir.resolve("README.md"), "old");
    Thread.currentThread().interrupt();
    Cli cli = Cli.run(GOOD, false, "report", "--results", dir + "");
    assertThat(cli.code()).isEqualTo(20);
    assertThat(cli.err()).contains("is left as it was");
    assertThat(dir.resolve("README.md")).hasContent("old");
  }

  @Test
  void countsOfAnotherSearchAreNotRecorded() {
    Path file = dir.resolve("counts.tsv");
    Cli cli = Cli.run("report", "--record", file + "", "--no-reduction", "void");
    assertThat(cli.code()).isEqualTo(64);
    assertThat(file).doesNotExist();
  }

  @Test
  void aDirectoryThatCannotBeWrittenIsAUsageError() {
    Cli cli = Cli.run(GOOD, false, "report", "--results", "/proc/nowhere");
    assertThat(cli.code()).isEqualTo(64);
    assertThat(cli.err()).contains("cannot write into /proc/nowhere; name another directory");
  }

  @Test
  void writesWhatBuildServersRead() throws IOException {
    Path xml = dir.resolve("hangproof.xml");
    Path sarif = dir.resolve("hangproof.sarif");
    Cli cli =
        Cli.run(
            "report",
            "--results",
            dir + "/r",
            "--junit",
            xml + "",
            "--sarif",
            sarif + "",
            "--github");
    assertThat(Files.readString(xml)).contains("<testsuites name=\"hangproof\"", "type=\"missed\"");
    assertThat(Files.readString(sarif)).contains("\"version\" : \"2.1.0\"");
    assertThat(cli.out().lines().filter(l -> l.startsWith("::error "))).hasSize(5);
  }

  @Test
  void whatBuildServersReadIsLookedAtBeforeTheSearch() {
    for (String option : new String[] {"--junit", "--sarif"}) {
      Cli cli = Cli.run(GOOD, false, "report", "--results", dir + "", option, dir + "/no/x");
      assertThat(cli.code()).isEqualTo(64);
      assertThat(cli.err()).contains(option + ": " + dir + "/no/x is no file in a directory");
      assertThat(dir.resolve("README.md")).doesNotExist();
    }
  }

  @Test
  void aFullDiskLeavesTheOldResultsAndIsTold() throws IOException {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full), "no /dev/full here: a full disk is not tried");
    assertThat(Cli.run(GOOD, false, "report", "--results", dir + "").code()).isZero();
    Path page = dir.resolve("wakeup/announces-first/tso.html");
    Files.writeString(page, "old");
    Files.writeString(dir.resolve("README.md"), "old");
    // Where the index is written aside, every write fails as on a full disk.
    Files.createSymbolicLink(dir.resolve("index.html.hangproof-new"), full);
    Cli cli = Cli.run(GOOD, false, "report", "--results", dir + "");
    assertThat(cli.code()).isEqualTo(70);
    assertThat(cli.err())
        .contains("index.html: No space left on device; all files are as they were")
        .doesNotContain("\tat ");
    assertThat(page).hasContent("old");
    assertThat(dir.resolve("README.md")).hasContent("old");
  }
}
