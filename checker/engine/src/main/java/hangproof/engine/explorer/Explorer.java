// SPDX-License-Identifier: MIT
package hangproof.engine.explorer;

import com.sun.management.OperatingSystemMXBean;
import hangproof.engine.MemoryModel;
import hangproof.engine.automaton.CompiledProgram;
import hangproof.engine.automaton.NonDeterminism;
import hangproof.engine.automaton.Reduction;
import hangproof.machine.Machine;
import hangproof.machine.Memory;
import hangproof.machine.PortException;
import hangproof.machine.Program;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Exhausts the interleavings of a program under SC or x86-TSO.
 *
 * <p>Pass 1 ({@link Search}) visits every state; pass 2 ({@link Completion}) finds those from which
 * completion is out of reach. A violation is reported only after its witness was replayed by {@link
 * Replay}, which shares none of their code.
 */
public final class Explorer {
  private final Function<Machine, Program> build;
  private final MemoryModel model;
  private final Set<Reduction> reductions;
  private final Limits limits;
  private final Progress progress;
  private Consumer<Memory> terminalObserver;
  private Checkpoints checkpoints;
  private int mostNodes = CompiledProgram.MOST_NODES;
  private Function<Path, Spill> openSpill = Spill::new;

  /**
   * @param build builds the program on the machine it is given; called several times
   */
  public Explorer(
      Function<Machine, Program> build,
      MemoryModel model,
      Set<Reduction> reductions,
      Limits limits,
      Progress progress) {
    if (model == MemoryModel.LKMM) {
      throw new IllegalArgumentException("no interleaving explains all that LKMM allows");
    }
    this.build = build;
    this.model = model;
    this.reductions = reductions;
    this.limits = limits;
    this.progress = progress;
  }

  /** With every reduction, default limits, and silent. */
  public Explorer(Function<Machine, Program> build, MemoryModel model) {
    this(build, model, Reduction.all(), Limits.defaults(), Progress.SILENT);
  }

  /** Has somebody told of every terminal state, at any time and from any thread. */
  Explorer onTerminal(Consumer<Memory> told) {
    terminalObserver = told;
    return this;
  }

  /** Does not close automata with more nodes, for tests of what is done then. */
  Explorer closingUpTo(int nodes) {
    mostNodes = nodes;
    return this;
  }

  /** Has states kept in a file that somebody else opens, for tests of a disk that fails. */
  Explorer spillingTo(Function<Path, Spill> open) {
    openSpill = open;
    return this;
  }

  /**
   * Goes on from a checkpoint if there is one, and leaves one now and then and when a limit ends
   * the search. The numbers of states and steps are the same as without; times are of this run.
   *
   * @param wanted null for none
   */
  public Explorer with(Checkpoints wanted) {
    checkpoints = wanted;
    return this;
  }

  /**
   * Searches.
   *
   * @throws UncheckedIOException if a checkpoint cannot be used
   * @throws IllegalStateException if a witness does not replay: an error of the checker itself
   */
  public Result run() {
    if (checkpoints != null && limits.spill() != null) {
      throw new IllegalStateException(
          "a search that keeps its states on disk leaves no checkpoint");
    }
    Clock clock = new Clock();
    if (checkpoints == null) {
      return run(clock, new BitSet(), null);
    }
    try (CheckpointFile file = new CheckpointFile(checkpoints)) {
      Result result = run(clock, file.exists() ? file.visible() : new BitSet(), file);
      if (result.verdict() != Verdict.UNKNOWN) {
        file.delete();
      }
      return result;
    }
  }

  private Result run(Clock clock, BitSet visible, CheckpointFile checkpoint) {
    Result result = null;
    while (result == null) {
      try {
        result = runOnce(clock, visible, checkpoint);
      } catch (NonDeterminism | PortException | StateSet.StateSpaceTooLarge | Spill.Failure e) {
        result = clock.unknown(e.getMessage());
      } catch (OutOfMemoryError e) {
        result =
            clock.unknown(
                "the virtual machine ran out of memory; give it more (-Xmx) or smaller bounds");
      }
    }
    return result;
  }

  /** Null if it must be done again with more cells visible, which it adds. */
  private Result runOnce(Clock clock, BitSet visible, CheckpointFile checkpoint) {
    CompiledProgram program = CompiledProgram.of(build, model, reductions, visible, mostNodes);
    int count = program.closed() ? limits.workers() : 1;
    try (Workers workers = new Workers(count);
        Spill spill = limits.spill() == null ? null : openSpill.apply(limits.spill())) {
      CheckpointFile usable = program.closed() ? checkpoint : null;
      if (usable == null && checkpoint != null) {
        checkpoints.warn().accept("a role has too many local states for checkpoints: none is kept");
      }
      Search search =
          new Search(
              program,
              (BitSet) visible.clone(),
              new Layout(program),
              workers,
              limits,
              progress,
              usable,
              spill);
      search.terminalObserver = terminalObserver;
      Completion completion = new Completion(search, workers, progress);
      try {
        search.run();
        if (search.finding == null && !search.looked().isEmpty()) {
          visible.or(search.looked());
          return null;
        }
        if (search.finding == null && search.stop == null) {
          completion.run();
        }
      } catch (Spill.Failure e) {
        search.finding = null;
        search.stop = new Search.Stop(e.getMessage());
      }
      if (search.finding == null && (search.stop != null || !completion.finished)) {
        search.leave();
      }
      return judge(clock, program, search, completion);
    }
  }

  private Result judge(Clock clock, CompiledProgram program, Search search, Completion completion) {
    Search.Finding finding = search.finding;
    String reason = null;
    if (finding == null && search.stop != null) {
      reason = search.stop.reason();
    } else if (finding == null && !completion.finished) {
      reason = "the time limit was reached while looking for states that cannot complete";
    } else if (finding == null && completion.hang >= 0) {
      finding =
          new Search.Finding(
              Violation.IO_HANG,
              "never complete, whatever runs: " + program.program().completion().claim(),
              false,
              completion.hang,
              null);
    } else if (finding == null
        && completion.stall >= 0
        && program.program().stalls() == Program.Stalls.FORBIDDEN) {
      finding =
          new Search.Finding(
              Violation.STALL, "only a timer leads to completion", false, completion.stall, null);
    } else if (finding == null && search.terminals == 0) {
      reason = "no state without a next step was met: whether everything completes was not judged";
    }
    if (finding == null && reason == null && search.notReached() != null) {
      reason = "no run reached this: " + search.notReached().claim();
    }
    Witness witness = null;
    if (finding != null) {
      witness = new WitnessBuilder(search).build(finding);
      Replay.of(build, program, witness).confirm();
    }
    Verdict verdict =
        finding != null ? Verdict.SOMETIMES : reason != null ? Verdict.UNKNOWN : Verdict.NEVER;
    int nodes = 0;
    for (int r = 0; r < program.program().roles().size(); r++) {
      boolean firstTwin = r == 0 || program.automatonNumber(r) != program.automatonNumber(r - 1);
      nodes += firstTwin ? program.automaton(r).size() : 0;
    }
    Result result =
        new Result(
            verdict,
            finding == null ? null : finding.violation(),
            witness,
            reason,
            search.states,
            search.steps,
            search.depth(),
            search.terminals,
            completion.stalls,
            nodes,
            program.closed(),
            clock.cpuSeconds(),
            clock.wallSeconds(),
            search.bytes());
    return limits.spill() == null
        ? result
        : result.withOmissionProbability(
            FingerprintSet.omissionProbability(search.states, search.words));
  }

  private static final class Clock {
    private final long wall = System.nanoTime();
    private final long cpu = cpuNanos();

    double wallSeconds() {
      return (System.nanoTime() - wall) / 1e9;
    }

    double cpuSeconds() {
      return (cpuNanos() - cpu) / 1e9;
    }

    Result unknown(String reason) {
      return new Result(
          Verdict.UNKNOWN,
          null,
          null,
          reason,
          0,
          0,
          0,
          0,
          0,
          0,
          false,
          cpuSeconds(),
          wallSeconds(),
          0);
    }

    private static long cpuNanos() {
      return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean os
          ? os.getProcessCpuTime()
          : 0;
    }
  }
}
