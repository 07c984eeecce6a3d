// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import hangproof.engine.cases.Case;
import hangproof.engine.cases.Outcome;
import hangproof.engine.explorer.Result;
import hangproof.engine.explorer.Violation;
import hangproof.engine.trace.CellValue;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A race as one page of HTML that needs nothing else: no network, and no JavaScript to be read.
 * Whatever text it shows is escaped by the template; its scripts are those of this package alone,
 * named by their hash in the page's content security policy.
 */
public final class RacePage {
  private static final String TEMPLATE = "page.ftlh";
  private static final Pattern MESSAGE_ID = Pattern.compile("[\\w.+=$/-]+@[\\w.+=-]+");
  private static final int ENOUGH = 45;

  private RacePage() {}

  /**
   * The page of a run.
   *
   * @param file where the trace is kept, null if nowhere; the page links to the same name beside it
   * @param index link to the index, null if there is none
   */
  public static String text(TraceFile t, String file, String index) {
    Violation violation = t.script().violation();
    boolean hang = violation == Violation.IO_HANG || violation == Violation.STALL;
    Marks marks = Marks.of(t);
    String trace = file == null ? null : file.substring(file.lastIndexOf('/') + 1);
    Map<String, Object> model = common(MailReport.text(t, file), trace, index);
    about(model, t.testCase(), t.claim(), t.kernelVersions(), t.report());
    model.put("title", MailReport.title(t));
    model.put("violation", violation.toString());
    model.put("broken", t.broken());
    model.put("model", MailText.title(t.model()));
    model.put("search", MailReport.search(t));
    model.put("legend", marks.legend() == null ? "" : marks.legend());
    model.put("limits", MailText.limits(t.bounds(), t.limits()));
    model.put("verdicts", verdicts(t.verdicts(), t.model()));
    List<Item> condensed = Condensing.condense(marks.items());
    model.put("why", new Why(t, marks.items(), hang).text(condensed));
    Set<Integer> kept = new HashSet<>();
    condensed.forEach(i -> kept.add(i.number()));
    PageSteps steps = new PageSteps(t.run(), marks.items(), kept);
    model.put("lanes", steps.lanes());
    model.put("steps", steps.steps());
    model.put("memory", memory(t.run().memory()));
    model.put("replay", MailReport.command(t, file));
    return Templates.fill(TEMPLATE, model);
  }

  /** The page of an execution graph. */
  static String text(Outcome o, List<ModelVerdict> verdicts, String mail, String index) {
    Case c = o.testCase();
    Result r = o.result();
    Map<String, Object> model = common(mail, null, index);
    about(model, c.name(), c.claim(), c.versions(), c.report());
    model.put("title", "RACE " + c.name() + ": " + r.violation() + " under " + o.model().title());
    model.put("violation", r.violation().toString());
    model.put("broken", r.graph().claim());
    model.put("model", o.model().title());
    model.put(
        "search",
        r.executions() + (r.executions() == 1 ? " execution graph" : " execution graphs"));
    model.put("why", GraphMailReport.reason(r.graph(), Integer.MAX_VALUE));
    model.put("legend", "");
    model.put("limits", GraphMailReport.limits(o));
    model.put("verdicts", verdicts(verdicts, o.model().key()));
    model.put("graph", new GraphSvg(r.graph(), ENOUGH).model());
    model.put("memory", memory(r.graph().memory()));
    model.put("replay", MailText.check(c.name(), o.model().key(), o.bounds().values()));
    return Templates.fill(TEMPLATE, model);
  }

  private static Map<String, Object> common(String mail, String trace, String index) {
    Map<String, Object> model = new HashMap<>();
    model.put("mail", mail);
    model.put("trace", trace);
    model.put("index", index);
    Assets.addTo(model, "page.css", "page.js");
    return model;
  }

  private static void about(
      Map<String, Object> model, String name, String claim, String versions, String report) {
    model.put("name", name);
    model.put("claim", claim);
    model.put("versions", versions == null ? "" : versions);
    model.put("report", report == null ? "" : report);
    model.put("reportLink", link(report));
  }

  /** Where the mail can be read, if the report is the id of one. */
  static String link(String report) {
    return report != null && MESSAGE_ID.matcher(report).matches()
        ? "https://lore.kernel.org/all/" + report + "/"
        : null;
  }

  private static List<Map<String, Object>> verdicts(List<ModelVerdict> verdicts, String here) {
    return verdicts.stream()
        .map(
            v ->
                Map.<String, Object>of(
                    "model",
                    MailText.title(v.model()),
                    "verdict",
                    v.verdict(),
                    "size",
                    v.size(),
                    "here",
                    v.model().equals(here)))
        .toList();
  }

  private static List<CellText> memory(List<CellValue> memory) {
    return memory.stream()
        .filter(c -> !c.ghost())
        .map(c -> new CellText(c.cell(), c.initial(), c.value(), !c.initial().equals(c.value())))
        .toList();
  }

  /** A cell before and after a run, for the template. */
  public record CellText(String cell, String before, String after, boolean changed) {}
}
