// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

import java.nio.file.Path;

/**
 * What came of one file of a suite.
 *
 * @param file the file
 * @param recorded what its author recorded; nothing if it was not understood
 * @param result the result, or null if the file is not in the dialect or not readable
 * @param error why there is no result, or null
 * @param cpuNanos processor time, reading included
 */
public record LitmusOutcome(
    Path file, Recorded recorded, LitmusResult result, String error, long cpuNanos) {

  /** The rows of the table. */
  public enum Kind {
    /** As recorded. */
    AGREES,
    /** Not as recorded. */
    DISAGREES,
    /** Nothing is recorded that could be compared. */
    NOT_RECORDED,
    /** A bound was hit. */
    UNKNOWN,
    /** Not in the dialect. */
    UNSUPPORTED
  }

  /** How it counts. */
  public Kind kind() {
    if (result == null) {
      return Kind.UNSUPPORTED;
    }
    if (result.verdict() == LitmusVerdict.UNKNOWN) {
      return Kind.UNKNOWN;
    }
    Boolean agrees = recorded.agrees(result);
    return agrees == null ? Kind.NOT_RECORDED : agrees ? Kind.AGREES : Kind.DISAGREES;
  }

  /** The verdict; Unknown if there is no result. */
  public LitmusVerdict verdict() {
    return result == null ? LitmusVerdict.UNKNOWN : result.verdict();
  }

  /** Why the verdict is Unknown, or null. */
  public String reason() {
    return result == null ? error : result.reason();
  }
}
