// SPDX-License-Identifier: MIT
package hangproof.engine.cases;

import java.util.List;

/** Brings cases to the command and to the tests; found by {@link java.util.ServiceLoader}. */
public interface CaseProvider {
  /** The cases, in the order in which reports list them. */
  List<Case> cases();

  /**
   * Classpath resource with the recorded counts of these cases, in the form of {@link
   * RecordedCounts}; null if there is none.
   */
  default String recordedCounts() {
    return null;
  }
}
