// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Public litmus tests with herd7's verdicts, which lie beside the project and are no part of it.
 * Tests that need them are skipped where they are absent.
 */
final class SharedCorpus {
  private SharedCorpus() {}

  /** One line of a table of verdicts. */
  record Line(Path file, String name, Map<String, String> fields) {
    String get(String field) {
      return fields.getOrDefault(field, "");
    }

    /** Verdict, states, positive and negative executions, and the race flag, as herd7 has them. */
    String expected() {
      return String.format(
          "%s %s %s %s %s",
          get("herd_verdict"),
          get("states"),
          get("positive"),
          get("negative"),
          get("data_race").equals("1"));
    }
  }

  /** The same five facts of our own result. */
  static String summary(LitmusResult result) {
    return String.format(
        "%s %d %d %d %s",
        result.verdict().word(),
        result.states().size(),
        result.positive(),
        result.negative(),
        result.dataRace());
  }

  static Path directory() {
    Path shared = Path.of(System.getProperty("hangproof.shared", "../../../shared"));
    return shared.resolve("litmus");
  }

  static boolean isPresent() {
    return Files.exists(directory().resolve("verdicts.tsv"));
  }

  /** The lines of the table in a folder of the corpus. */
  static List<Line> lines(String folder) throws IOException {
    Path where = directory().resolve(folder);
    List<String> text = Files.readAllLines(where.resolve("verdicts.tsv"));
    String[] heads = text.get(0).split("\t", -1);
    List<Line> lines = new ArrayList<>();
    for (String row : text.subList(1, text.size())) {
      String[] cells = row.split("\t", -1);
      Map<String, String> fields = new HashMap<>();
      for (int i = 0; i < cells.length; i++) {
        fields.put(heads[i], cells[i]);
      }
      lines.add(new Line(where.resolve(cells[0]), cells[0], fields));
    }
    return lines;
  }
}
