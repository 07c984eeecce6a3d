// SPDX-License-Identifier: MIT
package hangproof.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Figures, as a Markdown table and as tab-separated values. */
final class Table {
  private final String title;
  private final String note;
  private final List<String> header;
  private final List<List<String>> rows = new ArrayList<>();

  Table(String title, String note, List<String> header) {
    this.title = title;
    this.note = note;
    this.header = header;
  }

  void add(List<String> row) {
    if (row.size() != header.size()) {
      throw new IllegalArgumentException(row + " has not the columns " + header);
    }
    rows.add(row);
  }

  String markdown() {
    StringBuilder text = new StringBuilder();
    text.append("# ").append(title).append("\n\n").append(note).append("\n\n");
    text.append(machine()).append("\n\n");
    int[] widths = new int[header.size()];
    for (int c = 0; c < widths.length; c++) {
      widths[c] = header.get(c).length();
      for (List<String> row : rows) {
        widths[c] = Math.max(widths[c], row.get(c).length());
      }
    }
    line(text, header, widths);
    text.append("|");
    for (int c = 0; c < widths.length; c++) {
      text.append(c == 0 ? ":" : "-").append("-".repeat(widths[c])).append(c == 0 ? "-|" : ":|");
    }
    text.append('\n');
    rows.forEach(row -> line(text, row, widths));
    return text.toString();
  }

  private static void line(StringBuilder text, List<String> cells, int[] widths) {
    text.append("|");
    for (int c = 0; c < widths.length; c++) {
      String pad = " ".repeat(widths[c] - cells.get(c).length());
      text.append(' ').append(c == 0 ? "" : pad).append(cells.get(c)).append(c == 0 ? pad : "");
      text.append(" |");
    }
    text.append('\n');
  }

  private static String machine() {
    return "Java "
        + System.getProperty("java.version")
        + ", "
        + System.getProperty("os.name")
        + " "
        + System.getProperty("os.arch")
        + ", "
        + Runtime.getRuntime().availableProcessors()
        + " processors, "
        + java.time.LocalDate.now(java.time.ZoneOffset.UTC)
        + ".";
  }

  void write(Path folder, String name) throws IOException {
    Files.writeString(folder.resolve(name + ".md"), markdown());
    StringBuilder tsv = new StringBuilder(String.join("\t", header)).append('\n');
    rows.forEach(row -> tsv.append(String.join("\t", row)).append('\n'));
    Files.writeString(folder.resolve(name + ".tsv"), tsv.toString());
  }

  static String count(long n) {
    return n < 0 ? "-" : String.format(Locale.ROOT, "%,d", n);
  }

  static String seconds(double s) {
    return String.format(Locale.ROOT, "%.2f", s);
  }

  static String megabytes(long bytes) {
    return String.format(Locale.ROOT, "%,d", Math.round(bytes / 1e6));
  }
}
