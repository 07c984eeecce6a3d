// SPDX-License-Identifier: MIT
package hangproof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class NewCommandTest {
  private static final Path SERVICE =
      Path.of("src/main/resources/META-INF/services/hangproof.engine.cases.CaseProvider");

  @TempDir Path dir;

  private Cli check(String name) {
    return Cli.run("check", name, "--class-path", dir.toString());
  }

  @Test
  void whatItWritesCompilesAndIsRed() {
    Cli cli = Cli.run("new", "lost-wakeup", "--dir", dir.toString());
    assertThat(cli.code()).as(cli.err()).isZero();
    assertThat(cli.out()).contains("check mine/lost-wakeup --class-path " + dir);
    Cli checked = check("mine/lost-wakeup");
    assertThat(checked.code()).as(checked.err()).isEqualTo(10);
    assertThat(checked.out()).contains("IO hang", "NOT EXPECTED", "LostWakeup.java");
    assertThat(dir.resolve("src/test/java/mine/LostWakeupTest.java"))
        .content()
        .contains("@InterleavingTest(\"mine/lost-wakeup\")");
  }

  @Test
  void aFixOfItIsGreen() throws IOException {
    Cli.run("new", "lost-wakeup", "--dir", dir.toString());
    Path port = dir.resolve("src/main/java/mine/LostWakeup.java");
    String asksAgain = "WRITE_ONCE(waiting, 1);\n smp_mb();\n if (READ_ONCE(busy) != 0) return;";
    Files.writeString(
        port,
        Files.readString(port)
            .replace("WRITE_ONCE(waiting, 1);\n      return;", asksAgain)
            .replace("WRITE_ONCE(busy, 0);", "WRITE_ONCE(busy, 0);\n smp_mb();")
            .replace("machine.ghost(\"done\", 1)", "machine.ghost(\"done\", 3)"));
    Path cases = dir.resolve("src/main/java/mine/LostWakeupCases.java");
    Files.writeString(
        cases, Files.readString(cases).replace("(port.done) == 1", "(port.done) >= 1"));
    Cli checked = check("mine/lost-wakeup");
    assertThat(checked.code()).as(checked.err() + checked.out()).isZero();
  }

  @Test
  void aSecondCaseStandsBesideTheFirst() throws IOException {
    Cli.run("new", "tags/one", "--dir", dir.toString());
    Cli.run("new", "tags/two", "--dir", dir.toString());
    assertThat(Files.readAllLines(dir.resolve(SERVICE)))
        .isEqualTo(List.of("tags.OneCases", "tags.TwoCases"));
    assertThat(Cli.run("list", "tags", "--class-path", dir.toString()).out())
        .contains("tags/one", "tags/two");
  }

  @Test
  void nothingIsOverwritten() throws IOException {
    Path mine = dir.resolve("src/main/java/mine/OneCases.java");
    Files.createDirectories(mine.getParent());
    Files.writeString(mine, "mine");
    Cli cli = Cli.run("new", "one", "--dir", dir.toString());
    assertThat(cli.code()).isEqualTo(64);
    assertThat(cli.err()).contains("OneCases.java is there already");
    assertThat(mine).hasContent("mine");
    assertThat(mine.resolveSibling("One.java")).doesNotExist();
  }

  @Test
  void aDirectoryThatCannotBeMadeIsAUsageError() throws IOException {
    Path file = Files.writeString(dir.resolve("file"), "");
    Cli cli = Cli.run("new", "one", "--dir", file.toString());
    assertThat(cli.code()).isEqualTo(64);
    assertThat(cli.err()).contains("cannot write", "--dir");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "A03", "a b", "a/b/c", "/a", "a/", "-a", "../a", "a/$x"})
  void aNameThatNoCaseCanHaveIsRefused(String name) {
    Cli cli = Cli.run("new", "--dir", dir.toString(), "--", name);
    assertThat(cli.code()).isEqualTo(64);
    assertThat(cli.err()).contains("no name for a case", "mine/dispatch-restart");
    assertThat(dir).isEmptyDirectory();
  }

  @ParameterizedTest
  @CsvSource({
    "a03, mine/a03, mine, A03",
    "blk-mq/v4-no-barrier, blk-mq/v4-no-barrier, blkmq, V4NoBarrier",
    "4tags/2-x, 4tags/2-x, p4tags, Case2X",
    "new/class, new/class, pnew, Class",
  })
  void namesBecomeNamesOfClasses(String given, String name, String packageName, String className) {
    assertThat(CaseName.parse(given)).isEqualTo(new CaseName(name, packageName, className));
  }
}
