// SPDX-License-Identifier: MIT
package hangproof.engine.explorer;

/**
 * The outcome of one search.
 *
 * @param verdict what was found out
 * @param violation what was found wrong, or null
 * @param witness how to get there, or null
 * @param reason why the verdict is Unknown, or null
 * @param states different states seen
 * @param steps steps taken between them
 * @param depth longest distance from the first state, in steps
 * @param terminals states in which nothing can move
 * @param stallStates states from which only a timer leads to completion
 * @param nodes nodes of all automata together
 * @param closed whether the automata were closed (and so could be minimised)
 * @param cpuSeconds processor time of the whole process during the search
 * @param wallSeconds time that passed
 * @param bytes memory of the state sets
 */
public record Result(
    Verdict verdict,
    Violation violation,
    Witness witness,
    String reason,
    long states,
    long steps,
    int depth,
    long terminals,
    long stallStates,
    int nodes,
    boolean closed,
    double cpuSeconds,
    double wallSeconds,
    long bytes) {
  /** Bytes of memory for each state. */
  public double bytesPerState() {
    return states == 0 ? 0 : (double) bytes / states;
  }
}
