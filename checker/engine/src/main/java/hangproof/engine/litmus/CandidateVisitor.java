// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

/** Is told of each execution that the model allows. */
interface CandidateVisitor {
  /**
   * An allowed execution that passes the filter.
   *
   * @param state its final state
   * @param races whether it has a data race
   * @return false to stop the search
   */
  boolean visit(Cond.State state, boolean races);
}
