// SPDX-License-Identifier: MIT
package hangproof.engine.explorer;

import hangproof.engine.trace.GraphTrace;

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
 * @param executions complete execution graphs seen; 0 from a search over states
 * @param scope which behaviours the verdict is about: see {@link #INTERLEAVINGS}
 * @param graph how to get to the violation, if the search was over execution graphs, or null
 * @param omissionProbability at most how probable it is that a state was taken for another and left
 *     out; 0 unless the search told states apart by fingerprints
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
    long bytes,
    long executions,
    String scope,
    GraphTrace graph,
    double omissionProbability) {
  /** A scope: all interleavings of steps, store buffers included. */
  public static final String INTERLEAVINGS = "interleavings";

  /**
   * A scope: all execution graphs without a cycle of program order and reads-from, that is, all but
   * those in which a value is read before what it depends on was.
   */
  public static final String PORF_ACYCLIC = "porf-acyclic";

  /** Of a search over states. */
  public Result(
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
    this(
        verdict,
        violation,
        witness,
        reason,
        states,
        steps,
        depth,
        terminals,
        stallStates,
        nodes,
        closed,
        cpuSeconds,
        wallSeconds,
        bytes,
        0,
        INTERLEAVINGS,
        null,
        0);
  }

  /** The same, of a search that told states apart by fingerprints. */
  Result withOmissionProbability(double probability) {
    return new Result(
        verdict,
        violation,
        witness,
        reason,
        states,
        steps,
        depth,
        terminals,
        stallStates,
        nodes,
        closed,
        cpuSeconds,
        wallSeconds,
        bytes,
        executions,
        scope,
        graph,
        probability);
  }

  /** Whether the search was over execution graphs: states are then the graphs that it visited. */
  public boolean graphs() {
    return scope.equals(PORF_ACYCLIC);
  }

  /** Bytes of memory for each state. */
  public double bytesPerState() {
    return states == 0 ? 0 : (double) bytes / states;
  }
}
