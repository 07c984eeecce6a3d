// SPDX-License-Identifier: MIT
package hangproof.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** SPIN on the Promela model of the reduced protocol. */
final class Spin {
  /** What a search came to. */
  enum Verdict {
    /** Nothing can go wrong. */
    NEVER,
    /** Something can. */
    SOMETIMES,
    /** Time or memory ran out. */
    UNFINISHED
  }

  /**
   * A search by SPIN.
   *
   * @param compileCpuSeconds to generate the verifier and compile it
   * @param states stored; 0 if it did not get to tell
   * @param peakBytes of the verifier
   */
  record Run(
      Verdict verdict, double compileCpuSeconds, double cpuSeconds, long peakBytes, long states) {}

  private static final String MODEL = "restarts.pml";
  private static final int DEEPEST = 10_000;
  private static final Duration TO_COMPILE = Duration.ofMinutes(5);
  private static final Pattern STATES = Pattern.compile("(\\d+) states, stored");
  private static final Pattern ERRORS = Pattern.compile("errors: (\\d+)");

  private final Path directory;
  private final Duration limit;
  private final long memoryMegabytes;

  Spin(Path directory, Duration limit, long memoryMegabytes) {
    this.directory = directory;
    this.limit = limit;
    this.memoryMegabytes = memoryMegabytes;
  }

  /** What keeps it from running here, null if nothing does. */
  static String missing() {
    for (String tool : List.of("spin", "gcc")) {
      if (!onPath(tool)) {
        return tool;
      }
    }
    return null;
  }

  private static boolean onPath(String tool) {
    String path = System.getenv("PATH");
    return path != null
        && Pattern.compile(java.io.File.pathSeparator, Pattern.LITERAL)
            .splitAsStream(path)
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, tool)));
  }

  static boolean models(String version) {
    return version.equals("v4") || version.equals("draft");
  }

  Run run(Size size) throws IOException {
    if (!models(size.version())) {
      throw new IllegalArgumentException(
          "the Promela model has the versions v4 and draft, not " + size.version());
    }
    try (InputStream in = Spin.class.getResourceAsStream(MODEL)) {
      Files.write(directory.resolve(MODEL), in.readAllBytes());
    }
    double compile = 0;
    compile += must(generate(size)).cpuSeconds();
    compile +=
        must(List.of("gcc", "-O2", "-DSAFETY", "-DMEMLIM=" + memoryMegabytes, "-o", "pan", "pan.c"))
            .cpuSeconds();
    Measured pan =
        Measured.run(
            directory, limit, List.of(directory.resolve("pan").toString(), "-m" + DEEPEST));
    long states = number(STATES, pan.output());
    return new Run(verdict(pan), compile, pan.cpuSeconds(), pan.peakBytes(), states);
  }

  private static List<String> generate(Size size) {
    List<String> command =
        new java.util.ArrayList<>(
            List.of(
                "spin",
                "-a",
                "-DSUBMITTERS=" + size.submitters(),
                "-DREQUESTS=" + size.requests(),
                "-DCOMPLETERS=" + size.completers(),
                "-DDEPTH=" + size.depth()));
    if (size.version().equals("draft")) {
      command.add("-DDRAFT");
    }
    command.add(MODEL);
    return command;
  }

  private Measured must(List<String> command) {
    Measured done = Measured.run(directory, TO_COMPILE, command);
    if (done.exit() != 0 || done.timedOut()) {
      throw new IllegalStateException(String.join(" ", command) + " failed:\n" + done.output());
    }
    return done;
  }

  private static Verdict verdict(Measured pan) {
    String output = pan.output();
    if (pan.timedOut()
        || output.contains("out of memory")
        || output.contains("reached -DMEMLIM bound")) {
      return Verdict.UNFINISHED;
    }
    long errors = number(ERRORS, output);
    if (output.contains("max search depth too small") || errors < 0) {
      throw new IllegalStateException("the verifier failed:\n" + output);
    }
    return errors == 0 ? Verdict.NEVER : Verdict.SOMETIMES;
  }

  private static long number(Pattern pattern, String output) {
    Matcher m = pattern.matcher(output);
    return m.find() ? Long.parseLong(m.group(1)) : -1;
  }
}
