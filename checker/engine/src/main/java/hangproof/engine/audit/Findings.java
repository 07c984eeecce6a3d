// SPDX-License-Identifier: MIT
package hangproof.engine.audit;

import hangproof.engine.MemoryModel;
import hangproof.engine.explorer.Verdict;
import java.util.List;
import java.util.stream.Stream;

/**
 * What an audit found under one model.
 *
 * @param whole the program as it is; if that is wrong, nothing else was tried
 * @param alone without each of its barriers and orderings
 * @param together without several, each of which can be spared alone: the sets of which one is
 *     needed, what is unknown, and what can be spared all at once
 * @param pairings which belong together
 */
public record Findings(
    MemoryModel model,
    Finding whole,
    List<Finding> alone,
    List<Finding> together,
    List<Pairing> pairings) {

  /** Whether any search ended without an answer. */
  public boolean unknown() {
    return Stream.of(Stream.of(whole), alone.stream(), together.stream())
        .flatMap(s -> s)
        .anyMatch(f -> f.result().verdict() == Verdict.UNKNOWN);
  }
}
