// SPDX-License-Identifier: MIT
package hangproof.engine.cases;

import hangproof.engine.MemoryModel;
import hangproof.engine.automaton.Reduction;
import hangproof.engine.explorer.Checkpoints;
import hangproof.engine.explorer.Explorer;
import hangproof.engine.explorer.Limits;
import hangproof.engine.explorer.Progress;
import hangproof.engine.explorer.Replay;
import hangproof.engine.explorer.Result;
import hangproof.engine.graph.GraphExplorer;
import hangproof.engine.trace.ReplayedRun;
import hangproof.machine.Machine;
import hangproof.machine.Program;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/** Checks cases. */
public final class Checker {
  private final Limits limits;
  private final Progress progress;
  private final Set<Reduction> reductions;
  private final RecordedCounts recorded;
  private final Checkpointing checkpointing;

  /** Where the checkpoints of all searches go, how often, and who is told if that fails. */
  public record Checkpointing(Path dir, Duration every, Consumer<String> warn) {
    Checkpoints of(Case c, MemoryModel model, Bounds bounds) {
      String bound = bounds.values().isEmpty() ? "" : "-" + bounds.toString().replace(' ', ',');
      Path file = dir.resolve(c.name() + "-" + model.key() + bound + ".checkpoint");
      return new Checkpoints(file, every, warn);
    }
  }

  public Checker(
      Limits limits, Progress progress, Set<Reduction> reductions, RecordedCounts recorded) {
    this(limits, progress, reductions, recorded, null);
  }

  /**
   * @param checkpointing null for none
   */
  public Checker(
      Limits limits,
      Progress progress,
      Set<Reduction> reductions,
      RecordedCounts recorded,
      Checkpointing checkpointing) {
    this.checkpointing = checkpointing;
    this.limits = limits;
    this.progress = progress;
    this.reductions = reductions;
    this.recorded = recorded;
  }

  /** With default limits, all reductions, silent. */
  public static Checker standard(RecordedCounts recorded) {
    return new Checker(Limits.defaults(), Progress.SILENT, Reduction.all(), recorded);
  }

  /**
   * Checks a case under a model.
   *
   * <p>What was expected is compared only at the bounds that the case names; at others there is
   * nothing to expect.
   */
  public Outcome check(Case c, MemoryModel model, Bounds bounds) {
    Function<Machine, Program> build = m -> c.build(m, bounds);
    Result result =
        model == MemoryModel.LKMM
            ? new GraphExplorer(build, model, limits, progress).run()
            : new Explorer(build, model, reductions, limits, progress)
                .with(checkpointing == null ? null : checkpointing.of(c, model, bounds))
                .run();
    return new Outcome(
        c,
        model,
        bounds,
        c.expected(model, bounds),
        reductions.equals(Reduction.all()) ? recorded.find(c.name(), model, bounds) : null,
        result);
  }

  /** Replays a run of the explorer, of the case that an outcome is of, for a report. */
  public static ReplayedRun replay(Outcome outcome, Replay.Script script) {
    return new Replay(m -> outcome.testCase().build(m, outcome.bounds()), outcome.model(), script)
        .confirm();
  }
}
