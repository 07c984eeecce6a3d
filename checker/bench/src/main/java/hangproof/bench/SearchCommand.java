// SPDX-License-Identifier: MIT
package hangproof.bench;

import hangproof.engine.MemoryModel;
import hangproof.engine.explorer.Progress;
import hangproof.engine.explorer.Result;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Rates of the search in a warm JVM. */
@Command(
    name = "search",
    mixinStandardHelpOptions = true,
    description = "Measure the search: states per second of processor time, bytes per state.")
final class SearchCommand implements Callable<Integer> {
  private static final List<String> SIZES =
      List.of(
          "restarts-reduced/v4:S3C2",
          "restarts-reduced/v4:S4C2",
          "restarts-reduced/v4:S5C2",
          "restarts-reduced/v4:S3C2R2",
          "restarts/v4:S3C2",
          "restarts/v4:S4C2");
  private static final String WARM_UP = "restarts-reduced/v4:S4C1";

  @Parameters(
      arity = "0..*",
      description = "Sizes, such as restarts/v4:S3C2; all of the usual ones if none.")
  private List<String> sizes = List.of();

  @Option(names = "--model", description = "sc or tso (default: ${DEFAULT-VALUE}).")
  private String model = "sc";

  @Option(
      names = "--runs",
      description = "Runs of each, of which the median counts (default: ${DEFAULT-VALUE}).")
  private int runs = 3;

  @Option(
      names = "--workers",
      split = ",",
      description = "Numbers of threads to measure with (default: 1,2).")
  private List<Integer> workers = List.of(1, 2);

  @Option(
      names = "--warm-up",
      description =
          "Runs of " + WARM_UP + " before anything is measured (default: ${DEFAULT-VALUE}).")
  private int warmUp = 5;

  @Option(names = "--out", description = "Folder to write to (default: ${DEFAULT-VALUE}).")
  private Path out = Path.of("results", "benchmarks");

  /** One search, and when its first pass began and ended, in processor time. */
  private record Run(Result result, double searchCpuSeconds) {}

  /** The first pass reports a level each, then the second pass reports. */
  private static final class Passes implements Progress {
    private long began;
    private long ended;

    @Override
    public void report(String phase, long states, int depth, long frontier, long bytes) {
      if (phase.equals("search")) {
        ended = cpuNanos();
        began = began == 0 ? ended : began;
      }
    }
  }

  @Override
  public Integer call() throws IOException {
    MemoryModel under = MemoryModel.valueOf(model.toUpperCase(Locale.ROOT));
    for (int i = 0; i < warmUp; i++) {
      for (int w : workers) {
        measure(WARM_UP, under, w);
      }
    }
    Table table =
        new Table(
            "Rates of the search under " + model.toUpperCase(Locale.ROOT),
            "Processor seconds of the whole JVM, collector included. Warm: after "
                + warmUp
                + " runs of "
                + WARM_UP
                + " with each number of workers; median of "
                + runs
                + " runs by CPU time.",
            List.of(
                "size",
                "workers",
                "verdict",
                "states",
                "steps",
                "pass 1 CPU s",
                "both passes CPU s",
                "wall s",
                "states/s a core",
                "bytes a state"));
    for (String size : sizes.isEmpty() ? SIZES : sizes) {
      for (int w : workers) {
        List<Run> all = new ArrayList<>();
        for (int i = 0; i < runs; i++) {
          all.add(measure(size, under, w));
        }
        all.sort((a, b) -> Double.compare(a.searchCpuSeconds(), b.searchCpuSeconds()));
        List<String> row = row(size, w, all.get(all.size() / 2));
        System.err.println(String.join("  ", row));
        table.add(row);
      }
    }
    System.out.print(table.markdown());
    Files.createDirectories(out);
    table.write(out, "search-" + model.toLowerCase(Locale.ROOT));
    return 0;
  }

  private static Run measure(String size, MemoryModel model, int workers) {
    int slash = size.indexOf('/');
    Passes passes = new Passes();
    // What the run before left behind is not this one's business.
    System.gc();
    Result result =
        OnceCommand.search(
            size.substring(0, slash), Size.of(size.substring(slash + 1)), model, workers, passes);
    return new Run(result, (passes.ended - passes.began) / 1e9);
  }

  private static List<String> row(String size, int workers, Run run) {
    Result r = run.result();
    return List.of(
        size,
        Integer.toString(workers),
        r.verdict() + (r.reason() == null ? "" : ": " + r.reason()),
        Table.count(r.states()),
        Table.count(r.steps()),
        Table.seconds(run.searchCpuSeconds()),
        Table.seconds(r.cpuSeconds()),
        Table.seconds(r.wallSeconds()),
        Table.count(Math.round(r.states() / run.searchCpuSeconds())),
        String.format(Locale.ROOT, "%.0f", r.bytesPerState()));
  }

  private static long cpuNanos() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean os
        ? os.getProcessCpuTime()
        : 0;
  }
}
