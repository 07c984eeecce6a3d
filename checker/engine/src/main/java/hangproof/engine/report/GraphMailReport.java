// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import hangproof.engine.cases.Case;
import hangproof.engine.cases.Outcome;
import hangproof.engine.explorer.Result;
import hangproof.engine.trace.GraphTrace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An execution graph as text to paste into a mail: ASCII, no tabs, at most 75 columns. */
final class GraphMailReport {
  private static final int ENOUGH = 45;
  private static final int FEW = 3;
  private static final int ENOUGH_FOR_A_MAIL = 22;

  private GraphMailReport() {}

  /**
   * The report.
   *
   * @param full with all that is not repetition, not only with what fits a screen
   */
  static String text(Outcome outcome, List<ModelVerdict> verdicts, boolean full) {
    Case c = outcome.testCase();
    Result r = outcome.result();
    GraphTrace graph = r.graph();
    GraphRows rows = new GraphRows(graph, full ? ENOUGH : ENOUGH_FOR_A_MAIL);
    boolean marked = graph.events().stream().anyMatch(GraphTrace.Event::marked);
    Map<String, Object> model = new HashMap<>();
    model.put(
        "title",
        Text.shorten(
            "RACE " + c.name() + ": " + r.violation() + " under " + outcome.model().title(),
            Text.COLUMNS));
    model.put("claim", MailText.wrap(c.claim()));
    model.put("found", MailText.wrap(r.violation() + "; " + graph.claim()));
    model.put(
        "search",
        MailText.wrap(
            "over execution graphs, this is the "
                + (r.executions() <= 1 ? "first" : "last of " + r.executions())
                + "; accesses are numbered role by role, x <- r.n reads what r wrote in n"));
    model.put("source", MailText.wrap(c.versions()));
    model.put("report", MailText.wrap(c.report()));
    model.put("picture", GraphPicture.draw(graph, rows));
    model.put(
        "order", rows.orders(!full).stream().flatMap(o -> MailText.wrap(o).stream()).toList());
    model.put("hidden", MailText.hidden(rows.hidden(), ""));
    model.put("legend", marked ? MailText.wrap("a read that no interleaving explains") : List.of());
    model.put("why", MailText.wrap(reason(graph, full ? Integer.MAX_VALUE : FEW)));
    model.put("lines", List.of());
    model.put("table", MailText.table(verdicts));
    String again = MailText.check(c.name(), outcome.model().key(), outcome.bounds().values());
    model.put("replay", Text.wrapCommand(again, MailText.WIDTH));
    model.put("limits", MailText.wrap(limits(outcome)));
    return Templates.fill("mail.ftl", model);
  }

  static String limits(Outcome outcome) {
    String scope =
        outcome.result().scope().equals(Result.PORF_ACYCLIC)
            ? "; no cycle of program order and reads-from"
            : "";
    return MailText.limits(outcome.bounds().values(), outcome.testCase().limits()) + scope;
  }

  static String reason(GraphTrace graph, int cells) {
    Map<String, List<String>> waiting = new LinkedHashMap<>();
    for (GraphTrace.Event e : graph.events()) {
      if (e.waits()) {
        waiting
            .computeIfAbsent(e.cell() + "=" + e.shown(), k -> new ArrayList<>())
            .add(graph.roles().get(e.role()));
      }
    }
    List<String> sentences = new ArrayList<>();
    String missed = Missed.sentence(graph);
    if (!missed.isEmpty()) {
      sentences.add(missed);
    }
    waiting.forEach(
        (at, roles) ->
            sentences.add(
                Text.list(roles)
                    + (roles.size() == 1 ? " waits" : " wait")
                    + " for ever, at "
                    + at
                    + "."));
    List<String> changed =
        graph.memory().stream()
            .filter(m -> !m.value().equals(m.initial()) && (cells > FEW || !m.ghost()))
            .sorted(Comparator.comparing(m -> !m.value().startsWith("[")))
            .limit(cells)
            .map(m -> m.cell() + "=" + m.value())
            .toList();
    if (!changed.isEmpty()) {
      sentences.add("Memory holds " + Text.list(changed) + ".");
    }
    return String.join(" ", sentences);
  }
}
