// SPDX-License-Identifier: MIT
package hangproof.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Builds a project as somebody outside would have it, with {@code mvn verify}.
 *
 * <p>Nothing is installed: the project has a local repository of its own, in which our artifacts
 * are laid out, and everything else comes from the local repository of this build, which stands in
 * for all remote ones. So no network is needed either.
 */
final class ConsumerIT {
  private static final Path WORK = Path.of("target", "consumer").toAbsolutePath();
  private static final Path PROJECT = WORK.resolve("project");
  private static final Path REPOSITORY = WORK.resolve("repository");
  private static final String GROUP = "hangproof";
  private static final String VERSION = System.getProperty("hangproof.version");

  private record Build(int code, String output) {}

  @BeforeEach
  void layOut() throws IOException {
    copy(Path.of("src/test/resources/consumer"), PROJECT);
    // Or Maven would take this build's own settings for the project's.
    Files.createDirectories(PROJECT.resolve(".mvn"));
    artifact("hangproof-parent", Path.of("../../pom.xml"), null);
    for (String module : List.of("machine", "engine", "junit")) {
      String name = "hangproof-" + module;
      Path dir = Path.of("..", module);
      artifact(
          name, dir.resolve("pom.xml"), dir.resolve("target/" + name + "-" + VERSION + ".jar"));
    }
    Files.writeString(
        WORK.resolve("settings.xml"),
        """
        <settings>
          <mirrors>
            <mirror>
              <id>this-build</id>
              <mirrorOf>*</mirrorOf>
              <url>%s</url>
            </mirror>
          </mirrors>
        </settings>
        """
            .formatted(repositoryOfThisBuild().toUri()));
  }

  @Test
  void aProjectOfItsOwnIsGreen() throws Exception {
    Build build = verify();
    assertThat(build.code()).as(build.output()).isZero();
    assertThat(report()).contains("tests=\"6\"", "errors=\"0\"", "failures=\"0\"", "skipped=\"0\"");
  }

  @Test
  void andRedWithoutItsBarrier() throws Exception {
    Path port = PROJECT.resolve("src/main/java/org/example/doorbell/Doorbell.java");
    Files.writeString(port, Files.readString(port).replace("smp_mb();", ""));
    Build build = verify();
    assertThat(build.code()).as(build.output()).isEqualTo(1);
    assertThat(build.output()).contains("RACE doorbell/with-barriers: IO hang under x86-TSO");
    assertThat(report()).contains("tests=\"6\"", "failures=\"2\"");
  }

  private static String report() throws IOException {
    return Files.readString(
        PROJECT.resolve("target/surefire-reports/TEST-org.example.doorbell.DoorbellTest.xml"));
  }

  private static Build verify() throws IOException, InterruptedException {
    delete(PROJECT.resolve("target"));
    Path home = Path.of(System.getProperty("hangproof.maven.home"));
    String program = File.separatorChar == '/' ? "mvn" : "mvn.cmd";
    ProcessBuilder builder =
        new ProcessBuilder(
                home.resolve("bin").resolve(program).toString(),
                "-B",
                "-ntp",
                "-s",
                WORK.resolve("settings.xml").toString(),
                "-Dmaven.repo.local=" + REPOSITORY,
                "-Dhangproof.version=" + VERSION,
                "verify")
            .directory(PROJECT.toFile())
            .redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().remove("MAVEN_ARGS");
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Build(process.waitFor(), output);
  }

  /** The repository that this very JVM has JUnit from. */
  private static Path repositoryOfThisBuild() {
    Path jar =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(Path::of)
            .filter(p -> p.getFileName().toString().startsWith("junit-jupiter-api-"))
            .findFirst()
            .orElseThrow(() -> new AssertionError("JUnit is not on the class path"));
    Path repository = jar.toAbsolutePath();
    int names = Path.of("org/junit/jupiter/junit-jupiter-api/version/file.jar").getNameCount();
    for (int i = 0; i < names; i++) {
      repository = repository.getParent();
    }
    return repository;
  }

  private static void artifact(String name, Path pom, Path jar) throws IOException {
    Path dir = REPOSITORY.resolve(GROUP).resolve(name).resolve(VERSION);
    Files.createDirectories(dir);
    List<Path> sources = new ArrayList<>(List.of(pom));
    if (jar != null) {
      assertThat(jar).as("package the modules before this one first").isRegularFile();
      sources.add(jar);
    }
    for (Path source : sources) {
      String extension = source == pom ? ".pom" : ".jar";
      Files.copy(
          source,
          dir.resolve(name + "-" + VERSION + extension),
          StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    delete(to);
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }

  private static void delete(Path dir) throws IOException {
    if (!Files.exists(dir)) {
      Files.createDirectories(dir.getParent());
      return;
    }
    List<Path> all;
    try (Stream<Path> files = Files.walk(dir)) {
      all = new ArrayList<>(files.toList());
    }
    for (int i = all.size() - 1; i >= 0; i--) {
      Files.delete(all.get(i));
    }
  }
}
