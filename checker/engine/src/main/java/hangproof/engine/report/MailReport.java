// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import hangproof.engine.explorer.Violation;
import hangproof.engine.trace.Frame;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A trace as text to paste into a mail: ASCII, no tabs, at most 75 columns. The short form shows
 * the steps that matter, on about one screen; the full form, all that is not repetition.
 */
public final class MailReport {
  /** Lines of a whole short report, if its header and footer leave room for a picture. */
  static final int LINES = 45;

  private static final int LEAST_PICTURE = 16;

  private final TraceFile trace;
  private final String file;
  private final boolean hang;
  private final List<Item> all;
  private final Marks marks;

  private MailReport(TraceFile trace, String file) {
    this.trace = trace;
    this.file = file;
    Violation violation = trace.script().violation();
    this.hang = violation == Violation.IO_HANG || violation == Violation.STALL;
    List<Item> items = Items.of(trace.run());
    this.marks = Marks.find(items, trace.run().memory(), hang);
    this.all = marks.items();
  }

  /**
   * The short report.
   *
   * @param file where the trace is kept, null if nowhere
   */
  public static String text(TraceFile trace, String file) {
    return new MailReport(trace, file).brief();
  }

  /**
   * The full report.
   *
   * @param file where the trace is kept, null if nowhere
   */
  public static String full(TraceFile trace, String file) {
    return new MailReport(trace, file).whole();
  }

  private String whole() {
    List<Item> items = Condensing.condense(all);
    Map<String, Object> model = common();
    model.put("source", MailText.wrap(source()));
    picture(model, items);
    model.put("hidden", MailText.hidden(all.size() - items.size(), "; the trace has them."));
    model.put("why", MailText.wrap(Reason.of(trace.run(), hang, trace.script().terminal())));
    model.put(
        "lines", SourceLines.of(items).stream().map(l -> Text.shorten(l, MailText.WIDTH)).toList());
    return Templates.fill("mail.ftl", model);
  }

  /** Header and footer first: what room they leave is the picture's. */
  private String brief() {
    Map<String, Object> model = common();
    model.put("source", MailText.wrap(versions()));
    Why why = new Why(trace, all, hang);
    List<Item> condensed = Condensing.condense(all);
    List<Item> items = condensed;
    // Twice, since what is said of the items depends on them.
    for (int pass = 0; pass < 2; pass++) {
      model.put("why", MailText.wrap(why.text(items)));
      model.put("lines", places(items));
      model.put("hidden", folded(all.size() - items.size()));
      model.put("picture", List.of());
      int others = (int) Templates.fill("mail.ftl", model).lines().count();
      int room = Math.max(LEAST_PICTURE, LINES - others);
      items = Folding.fold(condensed, i -> lines(i), room);
    }
    model.put("why", MailText.wrap(why.text(items)));
    model.put("lines", places(items));
    model.put("hidden", folded(all.size() - items.size()));
    picture(model, items);
    return Templates.fill("mail.ftl", model);
  }

  private Map<String, Object> common() {
    Map<String, Object> model = new HashMap<>();
    model.put("title", title(trace));
    model.put("claim", MailText.wrap(trace.claim()));
    model.put("found", MailText.wrap(trace.script().violation() + "; " + trace.broken()));
    model.put("search", MailText.wrap(search(trace)));
    model.put("report", MailText.wrap(trace.report()));
    model.put("order", List.of());
    model.put("legend", marks.legend() == null ? List.of() : MailText.wrap(marks.legend()));
    model.put("table", MailText.table(trace.verdicts()));
    model.put("replay", Text.wrapCommand(command(trace, file), MailText.WIDTH));
    model.put("limits", MailText.wrap(MailText.limits(trace.bounds(), trace.limits())));
    return model;
  }

  private int lines(List<Item> items) {
    return Picture.draw(Rows.of(items), trace.run().roles()).size();
  }

  private void picture(Map<String, Object> model, List<Item> items) {
    model.put("picture", Picture.draw(Rows.of(items), trace.run().roles()));
  }

  private static List<String> places(List<Item> items) {
    return SourceLines.ofMarked(items).stream().map(l -> Text.shorten(l, MailText.WIDTH)).toList();
  }

  private List<String> folded(int accesses) {
    if (accesses == 0) {
      return List.of();
    }
    String where = file == null ? "; --full shows more" : "; the trace has them";
    return MailText.wrap(accesses + " of " + all.size() + " accesses are folded" + where);
  }

  static String title(TraceFile trace) {
    return Text.shorten(
        "RACE "
            + trace.testCase()
            + ": "
            + trace.script().violation()
            + " under "
            + MailText.title(trace.model()),
        Text.COLUMNS);
  }

  static String search(TraceFile trace) {
    return String.format(
        Locale.ROOT,
        "%s, breadth first, %,d states; no run is shorter: %d steps",
        MailText.title(trace.model()),
        trace.states(),
        trace.steps());
  }

  private String source() {
    List<String> files = SourceLines.files(trace.run());
    String versions = trace.kernelVersions() == null ? "" : trace.kernelVersions();
    return files.isEmpty() ? versions : versions + "; ported from " + String.join(", ", files);
  }

  private String versions() {
    TreeSet<String> ported = new TreeSet<>();
    for (Item item : all) {
      item.path().stream().map(Frame::kernelVersion).filter(v -> v != null).forEach(ported::add);
    }
    String versions = trace.kernelVersions() == null ? "" : trace.kernelVersions();
    return ported.isEmpty() || ported.equals(Set.of(versions))
        ? versions
        : versions + "; ported from " + Text.list(List.copyOf(ported));
  }

  static String command(TraceFile trace, String file) {
    return file == null
        ? MailText.check(trace.testCase(), trace.model(), trace.bounds())
        : MailText.JAR + "replay " + file;
  }
}
