// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import hangproof.engine.MemoryModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The parts of a mail that all race reports have in common. */
final class MailText {
  static final int LABEL = 8;
  static final int WIDTH = Text.COLUMNS - LABEL;
  static final String JAR = "java -jar stress-tests/target/hangproof.jar ";

  private MailText() {}

  /** Lines beside a label; none if there is no text. */
  static List<String> wrap(String text) {
    return text == null || text.isBlank() ? List.of() : Text.wrap(text, WIDTH);
  }

  static String title(String model) {
    return Arrays.stream(MemoryModel.values())
        .filter(m -> m.key().equals(model))
        .map(MemoryModel::title)
        .findFirst()
        .orElse(model);
  }

  static List<String> hidden(int accesses, String where) {
    return accesses == 0 ? List.of() : wrap(accesses + " accesses are left out here" + where);
  }

  /** The command that searches again and shows the report. */
  static String check(String testCase, String model, Map<String, Integer> bounds) {
    // One by one, so that a long list can be broken between lines.
    String set = bounds.isEmpty() ? "" : " --set " + bounds(bounds, " --set ");
    return JAR + "check " + testCase + " --model " + model + set + " --show";
  }

  static String limits(Map<String, Integer> bounds, String own) {
    String numbers = bounds(bounds, " ");
    String rest = own == null ? "" : own;
    return numbers + (numbers.isEmpty() || rest.isEmpty() ? "" : "; ") + rest;
  }

  private static String bounds(Map<String, Integer> bounds, String separator) {
    return bounds.entrySet().stream()
        .map(e -> e.getKey() + "=" + e.getValue())
        .collect(Collectors.joining(separator));
  }

  /** A column for each model: what came out, after how much. */
  static List<String> table(List<ModelVerdict> verdicts) {
    List<String> heads = verdicts.stream().map(v -> title(v.model())).toList();
    List<String> words = verdicts.stream().map(ModelVerdict::verdict).toList();
    List<String> sizes = verdicts.stream().map(ModelVerdict::size).toList();
    List<List<String>> rows = List.of(heads, words, sizes);
    List<String> lines = new ArrayList<>();
    lines.add(line("Model", heads, rows));
    lines.add(line("Result", words, rows));
    lines.add(line("After", sizes, rows));
    return lines;
  }

  private static String line(String label, List<String> cells, List<List<String>> rows) {
    StringBuilder line = new StringBuilder(Text.pad(label, LABEL));
    for (int i = 0; i < cells.size(); i++) {
      int column = i;
      int width = rows.stream().mapToInt(r -> r.get(column).length()).max().orElse(0);
      line.append(Text.pad(cells.get(i), width + 2));
    }
    return Text.shorten(Text.stripEnd(line.toString()), Text.COLUMNS);
  }
}
