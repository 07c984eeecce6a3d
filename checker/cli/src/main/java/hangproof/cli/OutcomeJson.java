// SPDX-License-Identifier: MIT
package hangproof.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import hangproof.engine.cases.Outcome;
import hangproof.engine.explorer.Result;
import hangproof.engine.explorer.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Outcomes as programs read them: what {@code --json} writes. */
final class OutcomeJson {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private OutcomeJson() {}

  /**
   * An array of one object for each outcome, ending in a newline.
   *
   * @param witnesses the file with the witness of an outcome, null where none was written
   */
  static String text(List<Outcome> outcomes, Function<Outcome, String> witnesses) {
    ArrayNode array = JSON.createArrayNode();
    outcomes.forEach(o -> fill(array.addObject(), o, witnesses.apply(o)));
    try {
      return JSON.writeValueAsString(array) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the outcomes cannot be written as JSON", e);
    }
  }

  private static void fill(ObjectNode node, Outcome o, String witness) {
    Result r = o.result();
    node.put("case", o.testCase().name());
    node.put("model", o.model().key());
    node.put("verdict", word(r.verdict()));
    node.put("expected", o.expected() == null ? null : word(o.expected().verdict()));
    node.put("violation", r.violation() == null ? null : r.violation().key());
    node.put("scope", r.scope());
    node.put("states", r.states());
    node.put("steps", r.steps());
    if (r.graphs()) {
      node.put("executions", r.executions());
    } else {
      node.putNull("executions");
    }
    node.put("depth", r.depth());
    node.put("terminals", r.terminals());
    node.put("stallStates", r.stallStates());
    node.put("cpuSeconds", r.cpuSeconds());
    node.put("wallSeconds", r.wallSeconds());
    node.put("bytesPerState", r.bytesPerState());
    node.put("omissionProbability", r.omissionProbability());
    ObjectNode bounds = node.putObject("bounds");
    o.bounds().values().forEach(bounds::put);
    node.put("reason", r.reason());
    node.put("witness", witness);
  }

  private static String word(Verdict verdict) {
    return verdict.name().toLowerCase(Locale.ROOT);
  }
}
