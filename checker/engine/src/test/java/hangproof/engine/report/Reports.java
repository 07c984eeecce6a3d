// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import hangproof.engine.MemoryModel;
import hangproof.engine.cases.Case;
import hangproof.engine.cases.Checker;
import hangproof.engine.cases.Outcome;
import hangproof.engine.cases.RecordedCounts;
import hangproof.engine.fixtures.FixtureCases;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Outcomes of fixture cases. */
final class Reports {
  private Reports() {}

  static List<Outcome> check(String name, Map<String, Integer> changed) {
    Case c = FixtureCases.all().find(name);
    List<Outcome> outcomes = new ArrayList<>();
    for (MemoryModel model : c.expectations().keySet()) {
      outcomes.add(Checker.standard(new RecordedCounts()).check(c, model, c.bounds(changed)));
    }
    return outcomes;
  }

  static TraceFile trace(String name, MemoryModel model, Map<String, Integer> changed) {
    List<Outcome> outcomes = check(name, changed);
    Outcome outcome = outcomes.stream().filter(o -> o.model() == model).findFirst().orElseThrow();
    return Traces.of(outcome, outcomes);
  }

  /** A trace all of whose texts are hostile. */
  static TraceFile hostile(String text) {
    TraceFile t = trace(FixtureCases.LOST, MemoryModel.SC, Map.of());
    return new TraceFile(
        t.format(),
        t.version(),
        t.testCase(),
        text,
        text,
        text,
        text,
        t.model(),
        t.bounds(),
        t.violation(),
        text,
        t.states(),
        t.steps(),
        t.verdicts(),
        t.script(),
        t.run());
  }

  /** The page of an execution graph. */
  static String graphPage() {
    Case c = FixtureCases.all().find(FixtureCases.BUFFERED);
    List<Outcome> all = new ArrayList<>(check(FixtureCases.BUFFERED, Map.of()));
    Outcome outcome =
        Checker.standard(new RecordedCounts()).check(c, MemoryModel.LKMM, c.usualBounds());
    all.add(outcome);
    String mail = new WitnessFiles(all).mail(outcome, "results");
    return RacePage.text(outcome, ModelVerdict.of(outcome, all), mail, "../../index.html");
  }
}
