// SPDX-License-Identifier: MIT
package hangproof.cli;

import hangproof.engine.MemoryModel;
import hangproof.engine.automaton.Reduction;
import hangproof.engine.cases.Bounds;
import hangproof.engine.cases.Case;
import hangproof.engine.cases.Checker;
import hangproof.engine.cases.RecordedCounts;
import hangproof.engine.explorer.Limits;
import hangproof.engine.explorer.Progress;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** How a search is done; the same for every command that searches. */
final class SearchOptions {
  /** Below this the tables of a search do not fit. */
  private static final long LEAST_MEMORY = 1L << 20;

  private static final int MOST_WORKERS = 1024;

  @Spec(Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--model",
      split = ",",
      paramLabel = "MODEL",
      converter = Converters.ToModel.class,
      description = "Memory models: sc, tso, lkmm. Default: all that a case speaks of.")
  private List<MemoryModel> models = List.of(MemoryModel.values());

  @Option(
      names = "--time",
      paramLabel = "TIME",
      converter = Converters.ToDuration.class,
      description = "Time for each search, such as 90s or 10m (the default).")
  private Duration time;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      converter = Converters.ToBytes.class,
      description = "Memory for the states of a search, such as 512m. Default: 70%% of the heap.")
  private Long memory;

  @Option(
      names = "--workers",
      paramLabel = "N",
      description = "Threads. Default: one for each processor.")
  private Integer workers;

  @Option(
      names = "--no-reduction",
      split = ",",
      paramLabel = "NAME",
      converter = Converters.ToReduction.class,
      description =
          "Search without these reductions: ${COMPLETION-CANDIDATES}. Recorded counts are not"
              + " compared then.")
  private List<Reduction> without = List.of();

  @Option(
      names = "--larger",
      description = "Search at the larger bounds of the cases as well; that takes longer.")
  private boolean larger;

  @Option(
      names = "--checkpoint",
      paramLabel = "DIR",
      description =
          "Keeps checkpoints there, and goes on from those that are there: after a kill, or with"
              + " more --time or --memory. Not under lkmm.")
  private Path checkpoint;

  @Option(
      names = "--checkpoint-every",
      paramLabel = "TIME",
      converter = Converters.ToDuration.class,
      defaultValue = "10m",
      description = "How often a checkpoint is written. Default: ${DEFAULT-VALUE}.")
  private Duration checkpointEvery;

  @Option(
      names = "--fingerprints",
      description =
          "Keeps the states on disk, and 64 bits of each in memory to tell it by: for searches that"
              + " do not fit. The verdict then holds but for a probability, which is printed. Not"
              + " under lkmm.")
  private boolean fingerprints;

  @Option(
      names = "--spill",
      paramLabel = "DIR",
      description =
          "Where --fingerprints keeps the states; nothing stays behind. Default: the directory for"
              + " temporary files.")
  private Path spill;

  @Option(
      names = {"-q", "--quiet"},
      description = "No progress, and only lines about what is not as expected.")
  private boolean quiet;

  Set<MemoryModel> models() {
    return new LinkedHashSet<>(models);
  }

  /** The bounds of a case, unless the user sets others. */
  List<Bounds> bounds(Case c) {
    return larger ? c.expectedBounds() : List.of(c.usualBounds());
  }

  boolean quiet() {
    return quiet;
  }

  /** Whether the counts of a search are those that are recorded. */
  boolean countsAreUsual() {
    return without.isEmpty();
  }

  /** A checker with these options. */
  Checker checker(RecordedCounts recorded, Progress progress) {
    Set<Reduction> reductions = EnumSet.allOf(Reduction.class);
    without.forEach(reductions::remove);
    return new Checker(limits(), progress, reductions, recorded, checkpointing());
  }

  private Checker.Checkpointing checkpointing() {
    if (checkpoint == null) {
      return null;
    }
    Outputs.requireDirectory(checkpoint, "--checkpoint", spec.commandLine());
    PrintWriter err = spec.commandLine().getErr();
    return new Checker.Checkpointing(
        checkpoint,
        checkpointEvery,
        warning -> {
          err.println("hangproof: warning: " + warning);
          err.flush();
        });
  }

  private Limits limits() {
    Limits limits = Limits.defaults();
    if (time != null) {
      limits = limits.withTime(time);
    }
    if (memory != null) {
      checkMemory(memory);
      limits = limits.withMemory(memory);
    }
    if (workers != null) {
      if (workers < 1 || workers > MOST_WORKERS) {
        throw usage("--workers " + workers + ": give 1 to " + MOST_WORKERS);
      }
      limits = limits.withWorkers(workers);
    }
    return fingerprints || spill != null ? limits.withFingerprints(spillDirectory()) : limits;
  }

  private Path spillDirectory() {
    if (!fingerprints) {
      throw usage("--spill: only --fingerprints keeps states on disk; give both");
    }
    if (checkpoint != null) {
      throw usage("--checkpoint: not with --fingerprints, whose states are on disk; leave one out");
    }
    if (spill == null) {
      return Path.of(System.getProperty("java.io.tmpdir"));
    }
    Outputs.requireDirectory(spill, "--spill", spec.commandLine());
    return spill;
  }

  private void checkMemory(long bytes) {
    long heap = Runtime.getRuntime().maxMemory();
    if (bytes < LEAST_MEMORY) {
      throw usage("--memory: too small for the tables of a search; give at least 1m");
    }
    if (bytes > heap) {
      throw usage(
          "--memory: more than the heap of "
              + (heap >> 20)
              + " MiB; start with java -Xmx"
              + ((bytes + (bytes >> 2)) >> 20)
              + "m -jar hangproof.jar");
    }
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
