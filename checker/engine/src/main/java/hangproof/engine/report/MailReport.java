// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import hangproof.engine.MemoryModel;
import hangproof.engine.explorer.Violation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A trace as text to paste into a mail: ASCII, no tabs, at most 75 columns. */
public final class MailReport {
  private static final int LABEL = 8;
  private static final int WIDTH = Text.COLUMNS - LABEL;
  private static final String JAR = "java -jar stress-tests/target/hangproof.jar ";

  private MailReport() {}

  /**
   * The report.
   *
   * @param file where the trace is kept, null if nowhere
   */
  public static String text(TraceFile trace, String file) {
    Violation violation = trace.script().violation();
    boolean hang = violation == Violation.IO_HANG || violation == Violation.STALL;
    List<Item> all = Items.of(trace.run());
    Marks marks = Marks.find(all, trace.run().memory(), hang);
    List<Item> items = Condensing.condense(marks.items());
    Map<String, Object> model = new HashMap<>();
    model.put(
        "title",
        Text.shorten(
            "RACE " + trace.testCase() + ": " + violation + " under " + title(trace.model()),
            Text.COLUMNS));
    model.put("claim", wrap(trace.claim()));
    model.put("found", wrap(violation + "; " + trace.broken()));
    model.put("search", wrap(search(trace)));
    model.put("source", wrap(source(trace)));
    model.put("report", wrap(trace.report()));
    model.put("picture", Picture.draw(Rows.of(items), trace.run().roles()));
    model.put("hidden", hidden(all.size() - items.size()));
    model.put("legend", marks.legend() == null ? List.of() : wrap(marks.legend()));
    model.put("why", wrap(Reason.of(trace.run(), hang, trace.script().terminal())));
    model.put("lines", SourceLines.of(items).stream().map(l -> Text.shorten(l, WIDTH)).toList());
    model.put("table", table(trace.verdicts()));
    model.put("replay", Text.wrapCommand(command(trace, file), WIDTH));
    model.put("limits", wrap(limits(trace)));
    return Templates.fill("mail.ftl", model);
  }

  private static List<String> wrap(String text) {
    return text == null || text.isBlank() ? List.of() : Text.wrap(text, WIDTH);
  }

  private static String search(TraceFile trace) {
    return String.format(
        Locale.ROOT,
        "%s, breadth first, %,d states; no run is shorter: %d steps",
        title(trace.model()),
        trace.states(),
        trace.steps());
  }

  private static String source(TraceFile trace) {
    List<String> files = SourceLines.files(trace.run());
    String versions = trace.kernelVersions() == null ? "" : trace.kernelVersions();
    return files.isEmpty() ? versions : versions + "; ported from " + String.join(", ", files);
  }

  private static List<String> hidden(int items) {
    return items == 0
        ? List.of()
        : wrap(items + " accesses are left out here; the trace has them.");
  }

  private static String bounds(TraceFile trace, String separator) {
    return trace.bounds().entrySet().stream()
        .map(e -> e.getKey() + "=" + e.getValue())
        .collect(Collectors.joining(separator));
  }

  private static String command(TraceFile trace, String file) {
    if (file != null) {
      return JAR + "replay " + file;
    }
    String bounds = trace.bounds().isEmpty() ? "" : " --set " + bounds(trace, ",");
    return JAR + "check " + trace.testCase() + " --model " + trace.model() + bounds + " --show";
  }

  private static String limits(TraceFile trace) {
    String own = trace.limits() == null ? "" : trace.limits();
    String bounds = bounds(trace, " ");
    return bounds + (bounds.isEmpty() || own.isEmpty() ? "" : "; ") + own;
  }

  /** A column for each model: what came out, after how many states. */
  private static List<String> table(List<ModelVerdict> verdicts) {
    List<String> heads = new ArrayList<>();
    List<String> words = new ArrayList<>();
    List<String> counts = new ArrayList<>();
    for (ModelVerdict v : verdicts) {
      heads.add(title(v.model()));
      words.add(v.verdict());
      counts.add(String.format(Locale.ROOT, "%,d", v.states()));
    }
    List<List<String>> rows = List.of(heads, words, counts);
    List<String> lines = new ArrayList<>();
    lines.add(line("Model", heads, rows));
    lines.add(line("Result", words, rows));
    lines.add(line("States", counts, rows));
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

  private static String title(String model) {
    return Arrays.stream(MemoryModel.values())
        .filter(m -> m.key().equals(model))
        .map(MemoryModel::title)
        .findFirst()
        .orElse(model);
  }
}
