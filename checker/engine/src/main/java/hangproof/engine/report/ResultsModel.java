// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import hangproof.engine.MemoryModel;
import hangproof.engine.cases.Bounds;
import hangproof.engine.cases.Case;
import hangproof.engine.cases.Cases;
import hangproof.engine.cases.Outcome;
import hangproof.engine.cases.Outcome.Agreement;
import hangproof.engine.explorer.Result;
import hangproof.engine.explorer.Verdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** What the index of results/ is filled with. */
final class ResultsModel {
  private final Path dir;
  private final List<Outcome> outcomes;
  private final Cases cases;
  private final WitnessFiles witnesses;
  private UnaryOperator<String> escape = UnaryOperator.identity();

  ResultsModel(Path dir, List<Outcome> outcomes, Cases cases, WitnessFiles witnesses) {
    this.dir = dir;
    this.outcomes = outcomes;
    this.cases = cases;
    this.witnesses = witnesses;
  }

  /** With all text escaped for a table of Markdown. */
  Map<String, Object> forMarkdown() {
    escape = ResultsModel::markdown;
    return model();
  }

  /** With text as it is: the template escapes it. */
  Map<String, Object> forHtml() {
    escape = UnaryOperator.identity();
    return model();
  }

  private static String markdown(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("|", "\\|")
        .replace("`", "\\`")
        .replace('\n', ' ');
  }

  private Map<String, Object> model() {
    Map<String, Object> model = new HashMap<>();
    model.put("summary", summary());
    model.put("models", models().stream().map(MemoryModel::title).toList());
    List<Map<String, Object>> rows = cases();
    model.put("cases", rows);
    Map<Object, List<Map<String, Object>>> groups = new TreeMap<>();
    rows.forEach(r -> groups.computeIfAbsent(r.get("subsystem"), s -> new ArrayList<>()).add(r));
    model.put("groups", groups.values());
    Assets.addTo(model, "index.css", "index.js");
    model.put("wrong", rows(o -> o.agreement() != Agreement.AS_EXPECTED));
    model.put("races", rows(o -> o.result().verdict() == Verdict.SOMETIMES));
    model.put("proofs", rows(o -> o.result().verdict() == Verdict.NEVER));
    model.put("recorded", recorded());
    model.put(
        "example",
        witnesses.outcomes().stream()
            .filter(witnesses::hasTrace)
            .findFirst()
            .map(o -> link(witnesses.json(dir, o)))
            .orElse(null));
    return model;
  }

  private String summary() {
    long never = outcomes.stream().filter(o -> o.result().verdict() == Verdict.NEVER).count();
    long some = outcomes.stream().filter(o -> o.result().verdict() == Verdict.SOMETIMES).count();
    long wrong = outcomes.stream().filter(o -> o.agreement() != Agreement.AS_EXPECTED).count();
    return String.format(
        Locale.ROOT,
        "%d searches of %d cases: %d Never, %d Sometimes, %d Unknown; %s.",
        outcomes.size(),
        outcomes.stream().map(Outcome::testCase).distinct().count(),
        never,
        some,
        outcomes.size() - never - some,
        wrong == 0 ? "all as expected" : wrong + " not as expected");
  }

  private List<MemoryModel> models() {
    return outcomes.stream().map(Outcome::model).distinct().sorted().toList();
  }

  /** A row for each case and bounds, with a cell for each model. */
  private List<Map<String, Object>> cases() {
    Map<List<Object>, Map<MemoryModel, Outcome>> rows = new LinkedHashMap<>();
    for (Outcome o : outcomes) {
      rows.computeIfAbsent(List.of(o.testCase().name(), o.bounds()), k -> new HashMap<>())
          .put(o.model(), o);
    }
    List<Map<String, Object>> list = new ArrayList<>();
    rows.forEach(
        (key, byModel) -> {
          Map<String, Object> row =
              about(byModel.values().iterator().next().testCase(), (Bounds) key.get(1));
          row.put(
              "cells",
              models().stream()
                  .map(m -> byModel.containsKey(m) ? row(byModel.get(m)) : Map.of())
                  .toList());
          list.add(row);
        });
    return list;
  }

  private Map<String, Object> about(Case c, Bounds bounds) {
    Map<String, Object> row = new HashMap<>();
    row.put("name", escape.apply(c.name()));
    row.put("claim", escape.apply(c.claim()));
    row.put("subsystem", escape.apply(c.subsystem()));
    row.put("versions", escape.apply(c.versions()));
    row.put("bounds", escape.apply(bounds.toString()));
    row.put("report", escape.apply(c.report()));
    row.put("reportLink", RacePage.link(c.report()));
    row.put("limits", escape.apply(c.limits()));
    row.put("hardware", escape.apply(c.hardware()));
    return row;
  }

  private List<Map<String, Object>> rows(Predicate<Outcome> which) {
    return outcomes.stream().filter(which).map(this::row).toList();
  }

  private Map<String, Object> row(Outcome o) {
    Result r = o.result();
    Map<String, Object> row = about(o.testCase(), o.bounds());
    row.put("model", o.model().title());
    row.put("verdict", r.verdict().toString());
    row.put("agreement", words(o.agreement()));
    row.put("expected", o.expected() == null ? "nothing" : o.expected().toString());
    row.put("violation", r.violation() == null ? "" : r.violation().toString());
    // How far an Unknown came depends on the speed of the machine.
    boolean counted = r.verdict() != Verdict.UNKNOWN;
    row.put("size", ModelVerdict.size(r));
    row.put("depth", counted ? number(r.depth()) : "");
    row.put("terminals", counted ? number(r.terminals()) : "");
    row.put("stalls", counted ? number(r.stallStates()) : "");
    if (witnesses.has(o)) {
      row.put("text", link(witnesses.text(dir, o)));
      row.put("page", link(witnesses.page(dir, o)));
    }
    if (witnesses.hasTrace(o)) {
      row.put("steps", number(r.witness().steps()));
      row.put("broken", escape.apply(r.witness().claim()));
      row.put("trace", link(witnesses.json(dir, o)));
    } else if (r.graph() != null) {
      row.put("broken", escape.apply(r.graph().claim()));
    }
    return row;
  }

  /** What longer runs have found at larger bounds, and this one did not search. */
  private List<Map<String, Object>> recorded() {
    Set<List<Object>> searched = new HashSet<>();
    outcomes.forEach(o -> searched.add(List.of(o.testCase().name(), o.model(), o.bounds())));
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Case c : cases.all()) {
      for (Bounds bounds : c.expectedBounds()) {
        for (MemoryModel model : c.expectedModels(bounds)) {
          String counts = cases.recorded().find(c.name(), model, bounds);
          if (counts != null && !searched.contains(List.of(c.name(), model, bounds))) {
            List<String> columns = List.of(counts.split("\t", -1));
            Map<String, Object> row = about(c, bounds);
            row.put("model", model.title());
            row.put("verdict", columns.get(0));
            row.put("states", number(Long.parseLong(columns.get(1))));
            rows.add(row);
          }
        }
      }
    }
    return rows;
  }

  private static String words(Agreement agreement) {
    return switch (agreement) {
      case MISSED -> "missed";
      case UNEXPECTED -> "not expected";
      case UNKNOWN -> "not proved";
      case DRIFTED -> "counts drifted";
      case AS_EXPECTED -> "as expected";
    };
  }

  private String link(Path file) {
    return dir.relativize(file).toString().replace('\\', '/');
  }

  private static String number(long n) {
    return String.format(Locale.ROOT, "%,d", n);
  }
}
