// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import hangproof.engine.cases.Cases;
import hangproof.engine.cases.Outcome;
import hangproof.engine.cases.RecordedCounts;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Writes the directory that a reviewer opens: an index, the counts, and for each violation its race
 * report as a page and as mail text, and its trace.
 *
 * <p>Nothing in it depends on the time, the speed or the name of the machine, so two runs write the
 * same files. What others keep there, such as the pages of JCStress, stays.
 */
public final class ResultsWriter {
  /** How the reports call the directory, wherever it is. */
  private static final String NAME = "results";

  /** The files of witnesses, as {@link WitnessFiles} names them. */
  private static final Pattern WITNESS =
      Pattern.compile(
          "[a-z0-9-]+(/[a-z0-9-]+)+/(sc|tso|lkmm)(-[A-Za-z_-]+[0-9]+)*\\.(txt|json|html)");

  private ResultsWriter() {}

  /**
   * Writes the outcomes of all cases; reports of violations that are gone are removed.
   *
   * @param cases the cases, with what is recorded of them
   */
  public static WitnessFiles write(Path dir, List<Outcome> outcomes, Cases cases)
      throws IOException {
    WitnessFiles witnesses = new WitnessFiles(outcomes);
    ResultsModel model = new ResultsModel(dir, outcomes, cases, witnesses);
    AsideWriter writer = new AsideWriter();
    witnesses.addTo(writer, dir, NAME, true);
    writer.add(dir.resolve("README.md"), Templates.fill("results.ftl", model.forMarkdown()));
    writer.add(dir.resolve("index.html"), Templates.fill("results.ftlh", model.forHtml()));
    writer.add(dir.resolve("counts.tsv"), new RecordedCounts().with(outcomes, cases).text());
    writer.commit();
    removeStale(dir, witnesses);
    return witnesses;
  }

  private static void removeStale(Path dir, WitnessFiles witnesses) throws IOException {
    Set<Path> current = new HashSet<>();
    for (Outcome o : witnesses.outcomes()) {
      current.add(witnesses.text(dir, o));
      current.add(witnesses.page(dir, o));
      current.add(witnesses.file(dir, o));
    }
    List<Path> stale;
    try (Stream<Path> files = Files.walk(dir)) {
      stale =
          files
              .filter(f -> WITNESS.matcher(name(dir, f)).matches() && !current.contains(f))
              .toList();
    }
    for (Path file : stale) {
      Files.delete(file);
      removeIfEmpty(file.getParent(), dir);
    }
  }

  private static String name(Path dir, Path file) {
    return dir.relativize(file).toString().replace('\\', '/');
  }

  private static void removeIfEmpty(Path dir, Path root) throws IOException {
    try {
      for (Path d = dir; !d.equals(root); d = d.getParent()) {
        Files.delete(d);
      }
    } catch (DirectoryNotEmptyException e) {
      // Something is left in it, so it stays.
    }
  }
}
