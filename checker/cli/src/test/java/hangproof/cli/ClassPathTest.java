// SPDX-License-Identifier: MIT
package hangproof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a user may name with --class-path, and what is said if it will not do. */
final class ClassPathTest {
  @TempDir Path dir;

  private Cli list(Path path) {
    return Cli.run("list", "--class-path", path.toString());
  }

  @Test
  void aPathThatIsNotThere() {
    Cli cli = list(dir.resolve("nowhere"));
    assertThat(cli.code()).isEqualTo(64);
    assertThat(cli.err()).contains("there is no " + dir.resolve("nowhere"));
  }

  @Test
  void aPathWithoutCases() {
    Cli cli = list(dir);
    assertThat(cli.code()).isEqualTo(64);
    assertThat(cli.err()).contains("no cases there", "META-INF/services");
  }

  @Test
  void aProjectThatDoesNotCompile() throws IOException {
    Cli.run("new", "one", "--dir", dir.toString());
    Path port = dir.resolve("src/main/java/mine/One.java");
    Files.writeString(port, Files.readString(port).replace("smp", "").replace("busy;", "busy"));
    Cli cli = list(dir);
    assertThat(cli.code()).isEqualTo(64);
    assertThat(cli.err()).contains("does not compile", "One.java:14");
  }

  @Test
  void aProviderThatIsNotThere() throws IOException {
    Path service = dir.resolve("META-INF/services/hangproof.engine.cases.CaseProvider");
    Files.createDirectories(service.getParent());
    Files.writeString(service, "no.such.Provider\n");
    Cli cli = list(dir);
    assertThat(cli.code()).isEqualTo(64);
    assertThat(cli.err()).contains("cannot be used", "no.such.Provider");
  }

  @Test
  void twoCasesOfOneName() throws IOException {
    Cli.run("new", "one", "--dir", dir.toString());
    Path service =
        dir.resolve("src/main/resources/META-INF/services/hangproof.engine.cases.CaseProvider");
    Path cases = dir.resolve("src/main/java/mine/OneCases.java");
    Files.writeString(
        cases.resolveSibling("TwoCases.java"),
        Files.readString(cases).replace("OneCases", "TwoCases"));
    Files.writeString(service, "mine.OneCases\nmine.TwoCases\n");
    Cli cli = list(dir);
    assertThat(cli.code()).isEqualTo(64);
    assertThat(cli.err()).contains("two cases are called mine/one");
  }

  @Test
  void compiledClassesWillDoAsWell() {
    Cli.run("new", "one", "--dir", dir.toString());
    assertThat(list(dir).code()).isZero();
    String both =
        dir.resolve("target/hangproof-classes")
            + java.io.File.pathSeparator
            + dir.resolve("src/main/resources");
    assertThat(Cli.run("list", "--class-path", both).out()).contains("mine/one");
  }
}
