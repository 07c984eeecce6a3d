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
}
