// SPDX-License-Identifier: MIT
package hangproof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import hangproof.machine.KernelSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DriftCommandTest {
  private static final String OF_RING =
      "31cba47faced1b9019b9947eae955702c6ed5f52bc686f058532d090b025dbff";

  /** Found on the class path of this test. */
  static final class Bells {
    @KernelSource(version = "v1.0", file = "bells.c", line = 1, sha256 = OF_RING)
    void ring() {}

    @KernelSource(version = "v1.0", file = "bells.c", function = "wait", line = 4)
    void waits() {}

    @KernelSource(version = "1234.5@example.org", file = "bells.c", line = 1)
    void mailed() {}
  }

  @TempDir Path kernel;

  @BeforeEach
  void writeATree() throws IOException {
    write("int ring(void)\n{\n\treturn 1;\n}\n\nint wait(void)\n{\n}\n");
  }

  private void write(String text) throws IOException {
    Files.writeString(kernel.resolve("bells.c"), text);
  }

  private Cli drift(String... more) {
    String[] args = new String[3 + more.length];
    System.arraycopy(new String[] {"drift", "--kernel", kernel.toString()}, 0, args, 0, 3);
    System.arraycopy(more, 0, args, 3, more.length);
    return Cli.run(args);
  }

  @Test
  void aTreeThatHasWhatWasPorted() {
    Cli cli = drift("--from", "v1.0");
    assertThat(cli.code()).as(cli.out() + cli.err()).isZero();
    assertThat(cli.out())
        .contains(
            "ported       v1.0 bells.c ring()\n",
            "not recorded v1.0 bells.c wait(), line 6, was 4, sha256 = \"",
            "2 functions, 1 ported, 1 not recorded");
  }

  @Test
  void whatIsFromAMailIsSkipped() {
    Cli cli = drift("--from", "1234.5@example.org");
    assertThat(cli.code()).isEqualTo(31);
    assertThat(cli.out())
        .contains("skipped      1234.5@example.org bells.c mailed()", "1 functions, 1 skipped");
  }

  @Test
  void aChangedFunctionIsDrift() throws IOException {
    write("int ring(void)\n{\n\treturn 2;\n}\n");
    Cli cli = drift("--quiet", "--from", "v1.0");
    assertThat(cli.code()).isEqualTo(30);
    assertThat(cli.out())
        .contains("changed      v1.0 bells.c ring()", "gone         v1.0 bells.c wait()")
        .doesNotContain("mailed()");
  }

  @Test
  void noFunctionOfThatVersion() {
    Cli cli = drift("--from", "v9.9");
    assertThat(cli.code()).isEqualTo(31);
    assertThat(cli.out()).contains("0 functions");
  }

  @Test
  void aTreeThatIsNotThere() {
    Cli cli = Cli.run("drift", "--kernel", kernel.resolve("none").toString());
    assertThat(cli.code()).isEqualTo(64);
    assertThat(cli.err()).contains("is no directory");
    assertThat(Cli.run("drift").code()).isEqualTo(64);
  }

  @Test
  void whatAUserPortedCountsAsWell() {
    Path project = kernel.resolve("project");
    Cli.run("new", "one", "--dir", project.toString());
    Path port = project.resolve("src/main/java/mine/One.java");
    try {
      Files.writeString(
          port,
          Files.readString(port)
              .replace(
                  "  public void complete()",
                  "  @hangproof.machine.KernelSource(\n"
                      + "version = \"v1.0\", file = \"bells.c\", line = 1)\n"
                      + "  public void complete()"));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    Cli cli = drift("--from", "v1.0", "--class-path", project.toString());
    assertThat(cli.code()).as(cli.err()).isEqualTo(30);
    assertThat(cli.out()).contains("gone         v1.0 bells.c complete()", "3 functions");
  }
}
