// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import hangproof.engine.cases.Outcome;
import hangproof.engine.explorer.Result;
import hangproof.engine.explorer.Verdict;
import java.util.List;
import java.util.Locale;

/**
 * What came out for a case under one memory model.
 *
 * @param model key of the memory model
 * @param verdict as reports print it
 * @param size how much the search saw, as reports print it
 */
public record ModelVerdict(String model, String verdict, String size) {
  /** For the case and bounds of an outcome, what came out under each model in the same run. */
  static List<ModelVerdict> of(Outcome outcome, List<Outcome> all) {
    return all.stream()
        .filter(
            o ->
                o.testCase().name().equals(outcome.testCase().name())
                    && o.bounds().equals(outcome.bounds()))
        .map(
            o ->
                new ModelVerdict(
                    o.model().key(), o.result().verdict().toString(), size(o.result())))
        .toList();
  }

  /** States or execution graphs; how far an Unknown came is another matter each time. */
  static String size(Result r) {
    if (r.verdict() == Verdict.UNKNOWN) {
      return "-";
    }
    return r.graphs()
        ? String.format(
            Locale.ROOT, "%,d %s", r.executions(), r.executions() == 1 ? "graph" : "graphs")
        : String.format(Locale.ROOT, "%,d states", r.states());
  }
}
