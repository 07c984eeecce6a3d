// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import hangproof.engine.explorer.Replay;
import hangproof.engine.trace.ReplayedRun;
import java.util.List;
import java.util.Map;

/**
 * A witness as it is stored: what it shows, and all that is needed to replay it.
 *
 * @param format always {@link #FORMAT}
 * @param version always {@link #VERSION}
 * @param testCase name of the case
 * @param claim the case's claim
 * @param model key of the memory model
 * @param bounds the bounds of the search
 * @param violation key of the violation
 * @param broken the claim that does not hold at the end of the run
 * @param states how many states the search had seen
 * @param steps how many steps of the search the run has
 * @param verdicts what came out for this case under each model that was checked with it
 * @param script the moves, to replay
 * @param run what a replay showed
 */
public record TraceFile(
    String format,
    int version,
    String testCase,
    String claim,
    String kernelVersions,
    String report,
    String limits,
    String model,
    Map<String, Integer> bounds,
    String violation,
    String broken,
    long states,
    int steps,
    List<ModelVerdict> verdicts,
    Replay.Script script,
    ReplayedRun run) {
  public static final String FORMAT = "hangproof-trace";
  public static final int VERSION = 1;

  /** The same trace with what another replay showed. */
  public TraceFile withRun(ReplayedRun other) {
    return new TraceFile(
        format,
        version,
        testCase,
        claim,
        kernelVersions,
        report,
        limits,
        model,
        bounds,
        violation,
        broken,
        states,
        steps,
        verdicts,
        script,
        other);
  }
}
