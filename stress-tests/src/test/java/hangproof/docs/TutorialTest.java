// SPDX-License-Identifier: GPL-2.0-only
package hangproof.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Does what README tells a new user to do, block by block, in an empty directory. */
final class TutorialTest {
  private static final Path README = Path.of("..", "README.md");
  private static final Pattern BLOCK =
      Pattern.compile("^```(\\w+)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern EXIT_CODE = Pattern.compile("# exit code ([0-9]+)");
  private static final Pattern PACKAGE = Pattern.compile("^package (\\w+);", Pattern.MULTILINE);
  private static final Pattern CLASS = Pattern.compile("^public class (\\w+)", Pattern.MULTILINE);

  /** Lines that an IDE writes. */
  private static final Pattern GIVEN = Pattern.compile("^(package |import |\\s*$)");

  /** More lines of Java than these are no matter of ten minutes. */
  private static final int MOST_LINES = 60;

  @TempDir Path dir;
  private Path lastJava;
  private String lastOutput = "";
  private int javaLines;
  private final List<Integer> codes = new ArrayList<>();

  @Test
  void fromAHangReportToARedTestToAGreenFix() throws Exception {
    List<String[]> blocks = blocks("<!-- tutorial: ", "<!-- end of tutorial -->");
    for (String[] block : blocks) {
      if (block[0].equals("diff")) {
        assertThat(failuresOfTheJUnitTest()).as("before the fix").isEqualTo(1);
      }
      run("a03", block);
    }
    assertThat(codes).isEqualTo(List.of(0, 10, 0));
    assertThat(javaLines).isBetween(1, MOST_LINES);
    assertThat(failuresOfTheJUnitTest()).as("after the fix").isZero();
  }

  @Test
  void aPatchThatReintroducesTheRace() throws Exception {
    Path services = dir.resolve("mine/src/main/resources/META-INF/services");
    Files.createDirectories(services);
    Files.writeString(
        services.resolve("hangproof.engine.cases.CaseProvider"), "mine.Patched$Cases\n");
    for (String[] block : blocks("<!-- patch: ", "<!-- end of patch -->")) {
      run("mine", block);
    }
    assertThat(codes).isEqualTo(List.of(10));
  }

  @Test
  void whatExplainSaysOfTheDraft() throws IOException {
    String readme = Files.readString(README);
    int begin = readme.indexOf("<!-- explained: ");
    Path trace = README.resolveSibling("results/restarts/draft/sc.json").toAbsolutePath();
    command("hangproof explain " + trace.normalize());
    List<String> told =
        readme
            .substring(begin, readme.indexOf("<!-- end of explained -->"))
            .lines()
            .skip(1)
            .map(String::strip)
            .filter(line -> !line.isEmpty())
            .toList();
    assertThat(told)
        .hasSizeGreaterThan(5)
        .allSatisfy(line -> assertThat(lastOutput).contains(line));
  }

  private static List<String[]> blocks(String begin, String end) throws IOException {
    String readme = Files.readString(README);
    assertThat(readme).containsOnlyOnce(begin).containsOnlyOnce(end);
    Matcher m = BLOCK.matcher(readme.substring(readme.indexOf(begin), readme.indexOf(end)));
    List<String[]> blocks = new ArrayList<>();
    while (m.find()) {
      blocks.add(new String[] {m.group(1), m.group(2)});
    }
    assertThat(blocks).isNotEmpty();
    return blocks;
  }

  private void run(String project, String[] block) throws Exception {
    String text = block[1];
    switch (block[0]) {
      case "sh" -> text.lines().forEach(this::command);
      case "java" -> java(project, text);
      case "diff" -> patch(text);
      case "text" -> {
        for (String line : text.lines().toList()) {
          assertThat(lastOutput).as("output of the last command").contains(line);
        }
      }
      default -> throw new AssertionError("README has a block of " + block[0]);
    }
  }

  private void java(String project, String text) throws IOException {
    String path = "src/main/java/" + first(PACKAGE, text) + "/" + first(CLASS, text) + ".java";
    lastJava = dir.resolve(project).resolve(path);
    assertThat(Files.readString(README))
        .as("where the block belongs")
        .contains(project + "/" + path);
    Files.createDirectories(lastJava.getParent());
    Files.writeString(lastJava, text);
    javaLines += (int) text.lines().filter(line -> !GIVEN.matcher(line).find()).count();
  }

  private static String first(Pattern pattern, String text) {
    Matcher m = pattern.matcher(text);
    assertThat(m.find()).as(pattern + " in\n" + text).isTrue();
    return m.group(1);
  }

  /** Applies one hunk to the only file that it fits. */
  private void patch(String hunk) throws IOException {
    StringBuilder before = new StringBuilder();
    StringBuilder after = new StringBuilder();
    for (String line : hunk.lines().toList()) {
      String rest = line.substring(1) + "\n";
      before.append(line.startsWith("+") ? "" : rest);
      after.append(line.startsWith("-") ? "" : rest);
    }
    Path file = lastJava.resolveSibling("A03.java");
    String text = Files.readString(file);
    assertThat(text).containsOnlyOnce(before);
    Files.writeString(file, text.replace(before, after));
  }

  /** Runs the command as its users do, in a process of its own. */
  private void command(String line) {
    assertThat(line).startsWith("hangproof ");
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(List.of("-cp", classPath(), "hangproof.cli.Main"));
    List<String> given = List.of(line.replaceFirst("#.*", "").strip().split("\\s+", -1));
    words.addAll(given.subList(1, given.size()));
    try {
      Process process =
          new ProcessBuilder(words).directory(dir.toFile()).redirectErrorStream(true).start();
      process.getOutputStream().close();
      lastOutput = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int code = process.waitFor();
      Matcher expected = EXIT_CODE.matcher(line);
      assertThat(code)
          .as(line + "\n" + lastOutput)
          .isEqualTo(expected.find() ? Integer.parseInt(expected.group(1)) : 0);
      codes.add(code);
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(line, e);
    }
  }

  /** Compiles and runs the test that {@code hangproof new} wrote; it has one failure or none. */
  private long failuresOfTheJUnitTest() throws Exception {
    Path sources = dir.resolve("a03/src");
    Path classes = Files.createDirectories(dir.resolve("classes"));
    List<String> arguments =
        new ArrayList<>(List.of("-proc:none", "-cp", classPath(), "-d", "" + classes));
    try (var files = Files.walk(sources)) {
      files.map(Path::toString).filter(f -> f.endsWith(".java")).forEach(arguments::add);
    }
    int compiled =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    assertThat(compiled).isZero();
    URL[] urls = {classes.toUri().toURL(), sources.resolve("main/resources").toUri().toURL()};
    ClassLoader outer = Thread.currentThread().getContextClassLoader();
    try (URLClassLoader loader = new URLClassLoader(urls, outer)) {
      Thread.currentThread().setContextClassLoader(loader);
      var results =
          EngineTestKit.engine("junit-jupiter")
              .selectors(selectClass(loader.loadClass("mine.A03Test")))
              .execute()
              .testEvents();
      assertThat(results.finished().count()).as("one for each memory model").isEqualTo(2);
      return results.failed().count();
    } finally {
      Thread.currentThread().setContextClassLoader(outer);
    }
  }

  private static String classPath() {
    String surefire = System.getProperty("surefire.test.class.path");
    String path = surefire == null ? System.getProperty("java.class.path") : surefire;
    assertThat(path.toLowerCase(Locale.ROOT)).contains("picocli", File.pathSeparator);
    return path;
  }
}
