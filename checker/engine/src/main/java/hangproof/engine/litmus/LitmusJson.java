// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * Outcomes as JSON: an array with an object per file: file, verdict, recorded, agrees, states,
 * positive, negative, dataRace, cpuMillis, reason. What is not known is null.
 */
public final class LitmusJson {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private LitmusJson() {}

  /**
   * Writes outcomes.
   *
   * @param outcomes those of a run
   * @return the JSON text, with a line end
   */
  public static String render(List<LitmusOutcome> outcomes) {
    ArrayNode array = MAPPER.createArrayNode();
    outcomes.forEach(outcome -> fill(array.addObject(), outcome));
    try {
      return MAPPER.writeValueAsString(array) + "\n";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void fill(ObjectNode node, LitmusOutcome outcome) {
    LitmusResult result = outcome.result();
    node.put("file", outcome.file().toString());
    node.put("verdict", outcome.verdict().json());
    node.put("recorded", outcome.recorded().text());
    node.put("agrees", result == null ? null : outcome.recorded().agrees(result));
    boolean counted = result != null && result.counted();
    node.put("states", counted ? Integer.valueOf(result.states().size()) : null);
    node.put("positive", counted ? Long.valueOf(result.positive()) : null);
    node.put("negative", counted ? Long.valueOf(result.negative()) : null);
    node.put("dataRace", counted ? Boolean.valueOf(result.dataRace()) : null);
    node.put("cpuMillis", outcome.cpuNanos() / 1_000_000);
    node.put("reason", outcome.reason());
  }
}
