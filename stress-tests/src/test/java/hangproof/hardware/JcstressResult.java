// SPDX-License-Identifier: GPL-2.0-only
package hangproof.hardware;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.collectors.DiskReadCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.runners.TestConfig;

/**
 * What one test showed in one configuration.
 *
 * @param test its name
 * @param configuration JVM options and scheduling
 * @param error why it did not run to its end, or null
 * @param outcomes those declared and those seen
 */
record JcstressResult(String test, String configuration, String error, List<Outcome> outcomes) {

  /**
   * One outcome of a test.
   *
   * @param id the result, as text
   * @param expectation what the test says of it
   * @param count how often it came
   * @param description what it means
   */
  record Outcome(String id, Expect expectation, long count, String description) {}

  JcstressResult {
    outcomes = List.copyOf(outcomes);
  }

  long samples() {
    return outcomes.stream().mapToLong(Outcome::count).sum();
  }

  /** Reads what JCStress has written into a directory: nothing, if it came to nothing. */
  static List<JcstressResult> read(Path directory) throws IOException {
    List<JcstressResult> results = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.bin.gz")) {
      for (Path file : files) {
        DiskReadCollector reader = new DiskReadCollector(file.toString(), r -> results.add(of(r)));
        try {
          reader.dump();
        } catch (ClassNotFoundException e) {
          throw new IOException(file + " is not of this JCStress", e);
        } finally {
          reader.close();
        }
      }
    }
    results.sort(
        Comparator.comparing(JcstressResult::test).thenComparing(JcstressResult::configuration));
    return results;
  }

  private static JcstressResult of(TestResult result) {
    TestConfig config = result.getConfig();
    String error =
        result.status() == Status.NORMAL
            ? null
            : result.status() + " " + String.join("; ", result.getMessages());
    List<Outcome> outcomes = new ArrayList<>();
    result
        .grading()
        .gradingResults
        .values()
        .forEach(g -> outcomes.add(new Outcome(g.id, g.expect, g.count, g.description)));
    return new JcstressResult(
        result.getName(), jvmArgs(config) + ", " + config.shClass, error, outcomes);
  }

  /** JCStress hands on what its own JVM was started with; the settings are among that. */
  private static String jvmArgs(TestConfig config) {
    return config.jvmArgs.stream()
        .filter(arg -> !arg.startsWith("-D"))
        .collect(Collectors.joining(" "));
  }
}
