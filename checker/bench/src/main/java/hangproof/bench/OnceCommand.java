// SPDX-License-Identifier: MIT
package hangproof.bench;

import hangproof.engine.MemoryModel;
import hangproof.engine.automaton.Reduction;
import hangproof.engine.cases.Bounds;
import hangproof.engine.cases.Case;
import hangproof.engine.cases.Cases;
import hangproof.engine.explorer.Explorer;
import hangproof.engine.explorer.Limits;
import hangproof.engine.explorer.Progress;
import hangproof.engine.explorer.Result;
import java.io.PrintWriter;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** One search in a process of its own, for others to measure. */
@Command(name = "once", hidden = true, description = "Check one size and print the counts.")
final class OnceCommand implements Callable<Integer> {
  @Parameters(description = "Such as restarts-reduced/v4:S3C2.")
  private String size;

  @Option(names = "--workers", description = "Threads.")
  private int workers = 2;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    int slash = size.indexOf('/');
    Result result =
        search(
            size.substring(0, slash),
            Size.of(size.substring(slash + 1)),
            MemoryModel.SC,
            workers,
            Progress.SILENT);
    PrintWriter out = spec.commandLine().getOut();
    out.println(
        result.verdict()
            + "\t"
            + result.states()
            + "\t"
            + result.steps()
            + "\t"
            + (result.reason() == null ? "" : result.reason()));
    out.flush();
    return 0;
  }

  static Result search(
      String family, Size size, MemoryModel model, int workers, Progress progress) {
    return search(family, size, model, workers, progress, Reduction.all());
  }

  /** Under SC, at the granularity that a tool without our reductions has. */
  static Result plain(String family, Size size) {
    return search(
        family,
        size,
        MemoryModel.SC,
        1,
        Progress.SILENT,
        EnumSet.of(Reduction.FENCES, Reduction.VOID, Reduction.MINIMISE));
  }

  private static Result search(
      String family,
      Size size,
      MemoryModel model,
      int workers,
      Progress progress,
      Set<Reduction> reductions) {
    String name = family + "/" + size.version();
    Case c = Cases.load().find(name);
    if (c == null) {
      throw new IllegalArgumentException("there is no case " + name);
    }
    Bounds bounds = c.bounds(size.bounds());
    Limits limits = Limits.defaults().withWorkers(workers);
    return new Explorer(m -> c.build(m, bounds), model, reductions, limits, progress).run();
  }
}
