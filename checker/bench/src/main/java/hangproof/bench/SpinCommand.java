// SPDX-License-Identifier: MIT
package hangproof.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Ours against SPIN's, from process start to verdict. */
@Command(
    name = "spin",
    mixinStandardHelpOptions = true,
    description = "Compare with SPIN on the reduced restarts protocol, in growing sizes.")
final class SpinCommand implements Callable<Integer> {
  private static final List<String> SIZES =
      List.of(
          "v4:S2C2",
          "v4:S3C1",
          "v4:S3C2",
          "v4:S4C1",
          "v4:S2C2R2",
          "v4:S4C2",
          "v4:S5C1",
          "draft:S3C2",
          "draft:S2C2R2",
          "draft:S4C2");

  @Parameters(
      arity = "0..*",
      description = "Sizes, such as v4:S3C2 or draft:S2C2R2D1; all of the usual ones if none.")
  private List<String> sizes = List.of();

  @Option(
      names = "--limit",
      description = "Seconds that one search may take (default: ${DEFAULT-VALUE}).")
  private int limit = 300;

  @Option(
      names = "--memory",
      description = "Megabytes that one search may take (default: ${DEFAULT-VALUE}).")
  private int memory = 8192;

  @Option(
      names = "--workers",
      description = "Our threads; SPIN has one (default: ${DEFAULT-VALUE}).")
  private int workers = 1;

  @Option(names = "--out", description = "Folder to write to (default: ${DEFAULT-VALUE}).")
  private Path out = Path.of("results", "benchmarks");

  /**
   * One size, measured on both sides.
   *
   * @param spin null where there is no SPIN
   */
  private record Row(Size size, Ours ours, Spin.Run spin) {
    boolean agrees() {
      return spin == null
          || spin.verdict() == Spin.Verdict.UNFINISHED
          || spin.verdict().toString().equalsIgnoreCase(ours.verdict());
    }

    boolean bothFinished() {
      return spin != null && spin.verdict() != Spin.Verdict.UNFINISHED && ours.finished();
    }
  }

  /** Our search, in a process of its own. */
  private record Ours(String verdict, double cpuSeconds, long peakBytes, long states) {
    boolean finished() {
      return !verdict.equals("Unfinished") && !verdict.equals("Unknown");
    }
  }

  @Override
  public Integer call() throws IOException {
    List<Size> measured = (sizes.isEmpty() ? SIZES : sizes).stream().map(Size::of).toList();
    String missing = Spin.missing();
    if (missing != null) {
      System.err.println("There is no " + missing + " here: SPIN is left out.");
    }
    Files.createDirectories(out);
    Path directory = Files.createTempDirectory("hangproof-spin");
    List<Row> rows = new ArrayList<>();
    try {
      Spin spin = new Spin(directory, Duration.ofSeconds(limit), memory);
      for (Size size : measured) {
        Ours ours = ours(size);
        rows.add(new Row(size, ours, missing == null ? spin.run(size) : null));
        System.err.println(String.join("  ", cells(rows.get(rows.size() - 1))));
      }
    } finally {
      delete(directory);
    }
    Table table = table(rows);
    System.out.print(table.markdown());
    table.write(out, "spin");
    plot(rows).write(out.resolve("spin.svg"));
    System.err.println("Written to " + out.resolve("spin.{md,tsv,svg}"));
    return judge(rows);
  }

  private static int judge(List<Row> rows) {
    int exit = 0;
    for (Row row : rows) {
      if (!row.ours().finished()) {
        System.err.println(row.size() + ": our search came to no verdict");
        exit = 1;
      } else if (!row.agrees()) {
        System.err.println(row.size() + ": the verdicts differ");
        exit = 1;
      }
    }
    return exit;
  }

  private Ours ours(Size size) {
    Measured run =
        Measured.run(
            Path.of("").toAbsolutePath(),
            Duration.ofSeconds(limit),
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + memory + "m",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "once",
                "restarts-reduced/" + size,
                "--workers",
                Integer.toString(workers)));
    if (run.timedOut()) {
      return new Ours("Unfinished", run.cpuSeconds(), run.peakBytes(), 0);
    }
    if (run.exit() != 0) {
      throw new IllegalStateException(size + " failed:\n" + run.output());
    }
    String[] columns = run.output().strip().split("\t", -1);
    return new Ours(columns[0], run.cpuSeconds(), run.peakBytes(), Long.parseLong(columns[1]));
  }

  private static Table table(List<Row> rows) {
    Table table =
        new Table(
            "Hangproof and SPIN on the reduced restarts protocol under SC",
            "CPU seconds (user and system) and most resident memory of the whole process, from its"
                + " start to its verdict. Hangproof's include those of the JVM; SPIN's do not"
                + " include its compilation, which stands beside them.",
            List.of(
                "size",
                "verdict",
                "states",
                "CPU s",
                "peak MB",
                "SPIN's verdict",
                "SPIN's states",
                "SPIN's CPU s",
                "to compile",
                "SPIN's peak MB",
                "CPU ratio",
                "memory ratio"));
    rows.forEach(row -> table.add(cells(row)));
    return table;
  }

  private static List<String> cells(Row row) {
    Ours ours = row.ours();
    Spin.Run spin = row.spin();
    List<String> cells = new ArrayList<>();
    cells.add(row.size().toString());
    cells.add(ours.verdict());
    cells.add(Table.count(ours.states()));
    cells.add(Table.seconds(ours.cpuSeconds()));
    cells.add(Table.megabytes(ours.peakBytes()));
    if (spin == null) {
      cells.addAll(List.of("-", "-", "-", "-", "-", "-", "-"));
      return cells;
    }
    String verdict = spin.verdict().toString().toLowerCase(Locale.ROOT);
    cells.add(verdict.substring(0, 1).toUpperCase(Locale.ROOT) + verdict.substring(1));
    cells.add(Table.count(spin.states()));
    cells.add(Table.seconds(spin.cpuSeconds()));
    cells.add(Table.seconds(spin.compileCpuSeconds()));
    cells.add(Table.megabytes(spin.peakBytes()));
    String atLeast = row.bothFinished() ? "" : "> ";
    cells.add(atLeast + ratio(spin.cpuSeconds() / ours.cpuSeconds()));
    cells.add(atLeast + ratio((double) spin.peakBytes() / ours.peakBytes()));
    return cells;
  }

  private static String ratio(double r) {
    return String.format(Locale.ROOT, r < 10 ? "%.2f" : "%.0f", r);
  }

  private static Plot plot(List<Row> rows) {
    List<String> labels = rows.stream().map(row -> row.size().toString()).toList();
    Plot plot = new Plot("Hangproof and SPIN from process start to verdict", labels);
    Plot.Panel cpu = plot.panel("CPU seconds");
    cpu.series("Hangproof", rows.stream().map(r -> r.ours().cpuSeconds()).toList());
    Plot.Panel memory = plot.panel("peak memory, MB");
    memory.series("Hangproof", rows.stream().map(r -> r.ours().peakBytes() / 1e6).toList());
    if (rows.stream().allMatch(r -> r.spin() != null)) {
      cpu.series("SPIN", rows.stream().map(r -> r.spin().cpuSeconds()).toList())
          .unfinished(unfinished(rows));
      memory
          .series("SPIN", rows.stream().map(r -> r.spin().peakBytes() / 1e6).toList())
          .unfinished(unfinished(rows));
    }
    return plot;
  }

  private static List<Boolean> unfinished(List<Row> rows) {
    return rows.stream().map(r -> r.spin().verdict() == Spin.Verdict.UNFINISHED).toList();
  }

  private static void delete(Path directory) throws IOException {
    try (var files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }
}
