// SPDX-License-Identifier: MIT
package hangproof.cli;

import static hangproof.engine.fixtures.FixtureCases.LARGE;
import static org.assertj.core.api.Assertions.assertThat;

import hangproof.engine.fixtures.FixtureCases;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A process of its own, since it ends by a signal. */
final class InterruptionTest {
  @Test
  @Timeout(60)
  void aSignalLeavesACleanUnknown(@TempDir Path dir) throws IOException, InterruptedException {
    Process process =
        startInTheMiddle(dir, "check", LARGE, "--set", "roles=6,turns=20", "--json", "-");
    process.toHandle().destroy(); // SIGTERM; SIGINT of Ctrl-C ends a JVM the same way
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(out).contains("\"verdict\" : \"unknown\"", "\"reason\" : \"interrupted\"");
    assertThat(out).endsWith("]\n");
    assertThat(process.exitValue()).isEqualTo(20);
  }

  @Test
  @Timeout(60)
  void whatWasCoveredIsTold() throws InterruptedException {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    Thread command =
        new Thread(
            () ->
                Main.commandLine(new Session(FixtureCases::all, true, false))
                    .setOut(new PrintWriter(out))
                    .setErr(new PrintWriter(err))
                    .execute("check", "counters", "--set", "roles=6,turns=20"));
    command.start();
    while (err.toString().isEmpty()) { // nobody watches a search that takes less than a second
      Thread.sleep(10);
    }
    command.interrupt();
    command.join();
    assertThat(err.toString()).contains("counters/large sc: search, ", "states/s, depth ");
    assertThat(out.toString())
        .contains("NOT PROVED", "why: interrupted")
        .doesNotContain(" 0 states");
  }

  @Test
  @Timeout(60)
  void theProcessExitsWithTheCodeOfItsCommand() throws IOException, InterruptedException {
    assertThat(start("check", "wakeup").waitFor()).isZero();
    assertThat(start("check", "none").waitFor()).isEqualTo(64);
  }

  /** SIGKILL gives nobody a chance to tidy up. */
  @Test
  @Timeout(120)
  void aKilledSearchGoesOnFromItsCheckpoint(@TempDir Path dir)
      throws IOException, InterruptedException {
    String[] check = {"check", LARGE, "--set", "roles=5,turns=6", "--json", "-"};
    Process process = startInTheMiddle(dir, check);
    process.destroyForcibly().waitFor();
    assertThat(process.exitValue()).isEqualTo(128 + 9);
    assertThat(checkpoint(dir)).isNotNull();

    String resumed = counts(Cli.run(Cli.with(check, "--checkpoint", dir.toString())).out());
    assertThat(checkpoint(dir)).as("of a search that is over").isNull();
    assertThat(resumed).isEqualTo(counts(Cli.run(check).out())).contains("\"never\"");
  }

  /** A search that leaves a checkpoint at every level, of which there is one by now. */
  private static Process startInTheMiddle(Path dir, String... check)
      throws IOException, InterruptedException {
    Path family = Files.createDirectory(dir.resolve("counters"));
    try (WatchService watch = family.getFileSystem().newWatchService()) {
      family.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
      Process process =
          start(Cli.with(check, "--checkpoint", dir.toString(), "--checkpoint-every", "1ms"));
      while (checkpoint(dir) == null) {
        assertThat(process.isAlive()).as("not yet at its end").isTrue();
        WatchKey key = watch.poll(1, TimeUnit.SECONDS);
        if (key != null) {
          key.reset();
        }
      }
      return process;
    }
  }

  private static Path checkpoint(Path dir) throws IOException {
    try (Stream<Path> files = Files.list(dir.resolve("counters"))) {
      return files.filter(f -> f.toString().endsWith(".checkpoint")).findFirst().orElse(null);
    }
  }

  /**
   * Without the times, which differ from run to run, and the memory, which need not be the same.
   */
  private static String counts(String json) {
    return json.lines()
        .filter(l -> l.matches("\\s*\"(verdict|states|steps|depth|terminals)\".*"))
        .collect(Collectors.joining("\n"));
  }

  private static Process start(String... args) throws IOException {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    String[] command = new String[args.length + 5];
    command[0] = java.toString();
    command[1] = "-Xmx512m";
    command[2] = "-cp";
    command[3] = classPath;
    command[4] = Main.class.getName();
    System.arraycopy(args, 0, command, 5, args.length);
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }
}
