// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import hangproof.engine.explorer.Violation;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A trace as text to paste into a mail: ASCII, no tabs, at most 75 columns. */
public final class MailReport {
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
            "RACE "
                + trace.testCase()
                + ": "
                + violation
                + " under "
                + MailText.title(trace.model()),
            Text.COLUMNS));
    model.put("claim", MailText.wrap(trace.claim()));
    model.put("found", MailText.wrap(violation + "; " + trace.broken()));
    model.put("search", MailText.wrap(search(trace)));
    model.put("source", MailText.wrap(source(trace)));
    model.put("report", MailText.wrap(trace.report()));
    model.put("picture", Picture.draw(Rows.of(items), trace.run().roles()));
    model.put("order", List.of());
    model.put("hidden", MailText.hidden(all.size() - items.size(), "; the trace has them."));
    model.put("legend", marks.legend() == null ? List.of() : MailText.wrap(marks.legend()));
    model.put("why", MailText.wrap(Reason.of(trace.run(), hang, trace.script().terminal())));
    model.put(
        "lines", SourceLines.of(items).stream().map(l -> Text.shorten(l, MailText.WIDTH)).toList());
    model.put("table", MailText.table(trace.verdicts()));
    model.put("replay", Text.wrapCommand(command(trace, file), MailText.WIDTH));
    model.put("limits", MailText.wrap(MailText.limits(trace.bounds(), trace.limits())));
    return Templates.fill("mail.ftl", model);
  }

  private static String search(TraceFile trace) {
    return String.format(
        Locale.ROOT,
        "%s, breadth first, %,d states; no run is shorter: %d steps",
        MailText.title(trace.model()),
        trace.states(),
        trace.steps());
  }

  private static String source(TraceFile trace) {
    List<String> files = SourceLines.files(trace.run());
    String versions = trace.kernelVersions() == null ? "" : trace.kernelVersions();
    return files.isEmpty() ? versions : versions + "; ported from " + String.join(", ", files);
  }

  private static String command(TraceFile trace, String file) {
    return file == null
        ? MailText.check(trace.testCase(), trace.model(), trace.bounds())
        : MailText.JAR + "replay " + file;
  }
}
