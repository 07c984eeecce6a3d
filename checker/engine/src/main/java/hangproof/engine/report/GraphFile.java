// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import hangproof.engine.MemoryModel;
import hangproof.engine.cases.Outcome;
import hangproof.engine.explorer.Violation;
import hangproof.engine.trace.GraphTrace;
import java.util.Arrays;
import java.util.Map;

/**
 * An execution graph as it is stored: what it shows, and all that is needed to replay it.
 *
 * @param format always {@link #FORMAT}
 * @param version always {@link #VERSION}
 * @param testCase name of the case
 * @param model key of the memory model
 * @param bounds the bounds of the search
 * @param violation key of the violation
 * @param graph events, reads-from and coherence
 */
public record GraphFile(
    String format,
    int version,
    String testCase,
    String model,
    Map<String, Integer> bounds,
    String violation,
    GraphTrace graph) {
  public static final String FORMAT = "hangproof-graph";
  public static final int VERSION = 1;

  /** Of an outcome that has an execution graph. */
  public static GraphFile of(Outcome o) {
    return new GraphFile(
        FORMAT,
        VERSION,
        o.testCase().name(),
        o.model().key(),
        o.bounds().values(),
        o.result().violation().key(),
        o.result().graph());
  }

  /** The memory model, null if there is none of that name. */
  public MemoryModel memoryModel() {
    return Arrays.stream(MemoryModel.values())
        .filter(m -> m.key().equals(model))
        .findFirst()
        .orElse(null);
  }

  /** The violation, null if there is none of that name. */
  public Violation kind() {
    return Arrays.stream(Violation.values())
        .filter(v -> v.key().equals(violation))
        .findFirst()
        .orElse(null);
  }

  /** As JSON, ending in a newline. */
  public String json() {
    return TraceJson.write(this);
  }
}
