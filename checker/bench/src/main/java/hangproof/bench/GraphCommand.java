// SPDX-License-Identifier: MIT
package hangproof.bench;

import hangproof.engine.MemoryModel;
import hangproof.engine.cases.Bounds;
import hangproof.engine.cases.Case;
import hangproof.engine.cases.Cases;
import hangproof.engine.explorer.Result;
import hangproof.engine.explorer.Verdict;
import hangproof.engine.graph.GraphExplorer;
import hangproof.engine.graph.GraphPrograms;
import hangproof.machine.Machine;
import hangproof.machine.Program;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Consistent executions a second of the graph machine. */
@Command(
    name = "graph",
    description = "Measure the search of execution graphs under the kernel's memory model.",
    mixinStandardHelpOptions = true)
final class GraphCommand implements Callable<Integer> {
  /** What is measured takes at least half of this; what warms up, all. */
  private static final int LEAST_EXECUTIONS = 300_000;

  /** A program with more executions is searched once: its smaller kin has warmed up for it. */
  private static final int MOST_TO_WARM_UP = 1_000_000;

  @Option(names = "--large", description = "Also the reduced restarts protocol, two submitters.")
  private boolean large;

  @Option(names = "--only", description = "Rows whose name has this in it.", defaultValue = "")
  private String only;

  @Spec private CommandSpec spec;

  private record Row(String name, long executions, Function<Machine, Program> program) {}

  @Override
  public Integer call() {
    Table table =
        new Table(
            "Execution graphs",
            "One core, warm, under LKMM: CPU time of searches after others have warmed up.",
            List.of("program", "executions", "graphs", "checks", "CPU s", "executions/s"));
    for (Row row : rows()) {
      if (row.name.contains(only)) {
        table.add(measure(row));
      }
    }
    PrintWriter out = spec.commandLine().getOut();
    out.print(table.markdown());
    out.flush();
    return 0;
  }

  private List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    rows.add(new Row("9 increments", 362_880, GraphPrograms.increments(9)));
    rows.add(new Row("10 increments", 3_628_800, GraphPrograms.increments(10)));
    rows.add(new Row("ticket lock, 4 threads, once", 24, GraphPrograms.ticketLock(4, 1)));
    rows.add(new Row("ticket lock, 4 threads, twice", 2520, GraphPrograms.ticketLock(4, 2)));
    if (large) {
      Case c = Cases.load().find("restarts-reduced/v4-tag-free");
      Bounds bounds = c.bounds(Map.of("submitters", 2, "requests", 1, "completers", 1));
      rows.add(new Row("v4-tag-free:S2C1", 209_588, m -> c.build(m, bounds)));
    }
    return rows;
  }

  /** Searches until a good many executions have been seen, and then measures. */
  private static List<String> measure(Row row) {
    long warm = 0;
    while (warm < LEAST_EXECUTIONS && row.executions < MOST_TO_WARM_UP) {
      warm += search(row).executions();
    }
    long executions = 0;
    long graphs = 0;
    long checks = 0;
    double cpu = 0;
    do {
      Result result = search(row);
      executions += result.executions();
      graphs += result.states();
      checks += result.steps();
      cpu += result.cpuSeconds();
    } while (executions < LEAST_EXECUTIONS / 2);
    return List.of(
        row.name,
        Table.count(executions),
        Table.count(graphs),
        Table.count(checks),
        Table.seconds(cpu),
        Table.count(Math.round(executions / cpu)));
  }

  private static Result search(Row row) {
    Result result = new GraphExplorer(row.program, MemoryModel.LKMM).run();
    if (result.verdict() != Verdict.NEVER || result.executions() != row.executions) {
      throw new IllegalStateException(
          row.name
              + ": "
              + result.verdict()
              + " after "
              + result.executions()
              + " executions, not Never after "
              + row.executions
              + "; "
              + result.reason());
    }
    return result;
  }
}
