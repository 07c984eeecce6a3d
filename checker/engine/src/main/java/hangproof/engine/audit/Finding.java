// SPDX-License-Identifier: MIT
package hangproof.engine.audit;

import hangproof.engine.automaton.Weakening.Site;
import hangproof.engine.explorer.Result;
import hangproof.engine.explorer.Verdict;
import java.util.List;

/**
 * What became of a program without some of its barriers and orderings.
 *
 * @param sites what was taken out; empty if nothing was
 * @param result of the search
 */
public record Finding(List<Site> sites, Result result) {
  /** Whether something goes wrong without them. */
  public boolean needed() {
    return !sites.isEmpty() && result.verdict() == Verdict.SOMETIMES;
  }

  /** In words: needed, not needed within these bounds, or unknown and why. */
  public String words() {
    if (sites.isEmpty()) {
      return result.reason() == null
          ? result.verdict().toString()
          : result.verdict() + ": " + result.reason();
    }
    return switch (result.verdict()) {
      case SOMETIMES ->
          (sites.size() == 1 ? "needed (" : "one of them is needed (") + result.violation() + ")";
      case NEVER -> "not needed within these bounds";
      case UNKNOWN -> "unknown: " + result.reason();
    };
  }
}
