// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Runs many litmus tests; one that cannot be run does not stop the rest. */
public final class LitmusSuite {
  private final LitmusChecker checker;

  /**
   * Creates a suite.
   *
   * @param checker what decides each test
   */
  public LitmusSuite(LitmusChecker checker) {
    this.checker = checker;
  }

  /**
   * Finds the litmus tests in files and directories.
   *
   * @param places files, taken whatever they are called, and directories, searched for {@code
   *     *.litmus} at any depth
   * @return the files, in the order of the places, sorted within each
   * @throws IOException if a place does not exist or cannot be read
   */
  public static List<Path> find(List<Path> places) throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path place : places) {
      if (!Files.isDirectory(place)) {
        if (!Files.isReadable(place)) {
          throw new IOException("cannot read " + place);
        }
        files.add(place);
        continue;
      }
      try (Stream<Path> tree = Files.walk(place)) {
        tree.filter(f -> f.toString().endsWith(".litmus") && Files.isRegularFile(f))
            .sorted()
            .forEach(files::add);
      }
    }
    return files;
  }

  /**
   * Runs tests one after the other.
   *
   * @param files the tests
   * @param each is told of each outcome as it comes
   * @return all outcomes, in the order of the files
   */
  public List<LitmusOutcome> run(List<Path> files, Consumer<LitmusOutcome> each) {
    List<LitmusOutcome> outcomes = new ArrayList<>();
    for (Path file : files) {
      LitmusOutcome outcome = run(file);
      outcomes.add(outcome);
      each.accept(outcome);
    }
    return outcomes;
  }

  private LitmusOutcome run(Path file) {
    long start = cpu();
    try {
      LitmusTest test = LitmusTest.parse(file);
      LitmusResult result = checker.check(test);
      return new LitmusOutcome(file, Recorded.of(test.recorded()), result, null, cpu() - start);
    } catch (LitmusSyntaxException | IOException e) {
      return new LitmusOutcome(file, Recorded.of(null), null, e.getMessage(), cpu() - start);
    }
  }

  private static long cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  /**
   * Counts outcomes.
   *
   * @param outcomes those of a run
   * @return a number for every kind
   */
  public static Map<LitmusOutcome.Kind, Integer> table(List<LitmusOutcome> outcomes) {
    Map<LitmusOutcome.Kind, Integer> table = new EnumMap<>(LitmusOutcome.Kind.class);
    for (LitmusOutcome.Kind kind : LitmusOutcome.Kind.values()) {
      table.put(kind, 0);
    }
    outcomes.forEach(outcome -> table.merge(outcome.kind(), 1, Integer::sum));
    return table;
  }
}
