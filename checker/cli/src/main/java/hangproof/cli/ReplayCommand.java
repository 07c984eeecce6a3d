// SPDX-License-Identifier: MIT
package hangproof.cli;

import hangproof.engine.automaton.RoleSteps;
import hangproof.engine.cases.Bounds;
import hangproof.engine.cases.Case;
import hangproof.engine.cases.Checker;
import hangproof.engine.cases.Outcome;
import hangproof.engine.cases.RecordedCounts;
import hangproof.engine.explorer.Replay;
import hangproof.engine.explorer.Result;
import hangproof.engine.explorer.Verdict;
import hangproof.engine.explorer.Violation;
import hangproof.engine.graph.GraphReplay;
import hangproof.engine.report.GraphFile;
import hangproof.engine.report.MailReport;
import hangproof.engine.report.TraceFile;
import hangproof.engine.report.Traces;
import hangproof.engine.report.Traces.UnreadableTrace;
import hangproof.engine.trace.ReplayedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Runs a stored witness on the port as it is now. */
@Command(
    name = "replay",
    header = "Replays a trace on the port and confirms what it shows.",
    description = {
      "Runs each role of the case on a thread of its own, one access at a time in the order of"
          + " the trace, and checks every value and the state at the end. Of a hang in which"
          + " something still moves, a search is made as well. Of an execution graph, it feeds each"
          + " role what it reads, and asks the memory model once more. Exits 0 if the violation is"
          + " there, 11 if the port does not do this any more, 20 if the search does not end.",
      ""
    },
    footerHeading = "%n",
    footer = {"Examples:", "  hangproof replay results/restarts/draft/sc.json"},
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class)
final class ReplayCommand implements Callable<Integer> {
  @ParentCommand private Main main;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "TRACE.json", description = "A trace that check or report wrote.")
  private Path file;

  @Option(
      names = {"-q", "--quiet"},
      description = "Does not print the race report.")
  private boolean quiet;

  @Option(
      names = "--full",
      description = "Prints it in full: the short one leaves out steps that matter less.")
  private boolean full;

  @Override
  public Integer call() {
    GraphFile graph = readGraph();
    if (graph != null) {
      return confirm(graph);
    }
    StoredTrace stored = StoredTrace.read(file, main.cases(), spec.commandLine());
    TraceFile trace = stored.trace();
    Case testCase = stored.testCase();
    ReplayedRun run;
    try {
      run = new Replay(stored.build(), stored.model(), trace.script()).confirm();
    } catch (Replay.Diverged e) {
      return diverged(e.getMessage(), testCase, trace.model());
    }
    if (!quiet) {
      TraceFile replayed = trace.withRun(run);
      String name = file.toString();
      main.out().print(full ? MailReport.full(replayed, name) : MailReport.text(replayed, name));
      main.out().println();
    }
    if (!endsInWhatItShows(trace.script())) {
      return search(stored);
    }
    main.out()
        .printf("Confirmed: %s, %d steps on the port itself.%n", trace.violation(), trace.steps());
    return ExitCode.AS_EXPECTED;
  }

  /** Walks the port along an execution graph, and asks the memory model once more. */
  private int confirm(GraphFile stored) {
    Case testCase = find(stored.testCase());
    Bounds bounds = bounds(testCase, stored.bounds());
    if (stored.memoryModel() == null || stored.kind() == null) {
      throw usage(
          file
              + ": memory model "
              + stored.model()
              + " or violation "
              + stored.violation()
              + " is unknown here");
    }
    try {
      GraphReplay.confirm(
          RoleSteps.of(m -> testCase.build(m, bounds)),
          stored.memoryModel(),
          stored.kind(),
          stored.graph());
    } catch (GraphReplay.NotReplayed e) {
      return diverged(e.getMessage(), testCase, stored.model());
    }
    if (!quiet) {
      main.out().print(stored.graph().text());
      main.out().println();
    }
    main.out()
        .printf(
            "Confirmed: %s, %d events of the port itself, allowed by %s.%n",
            stored.violation(), stored.graph().events().size(), stored.memoryModel().title());
    return ExitCode.AS_EXPECTED;
  }

  private int diverged(String why, Case testCase, String model) {
    main.err().println("hangproof: " + why);
    main.err()
        .println(
            "The port or the case has changed since. Check again: hangproof check "
                + testCase.name()
                + " --model "
                + model);
    return ExitCode.MISSED;
  }

  private Case find(String name) {
    Case testCase = main.cases().find(name);
    if (testCase == null) {
      throw usage(file + " is of the case " + name + ", which is not here");
    }
    return testCase;
  }

  private Bounds bounds(Case testCase, Map<String, Integer> stored) {
    try {
      return testCase.workableBounds(stored);
    } catch (IllegalArgumentException e) {
      throw usage(file + " has bounds that do not fit: " + e.getMessage());
    }
  }

  /** Null if the file is no graph. */
  private GraphFile readGraph() {
    try {
      return Files.isRegularFile(file) ? Traces.readGraph(file) : null;
    } catch (UnreadableTrace e) {
      throw usage(e.getMessage());
    } catch (IOException e) {
      throw usage("cannot read " + file + ": " + e.getMessage());
    }
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  /**
   * Whether the last state shows the violation. That something can move for ever, or only by a
   * timer, and never completes, shows in no single state.
   */
  private static boolean endsInWhatItShows(Replay.Script script) {
    boolean hang = script.violation() == Violation.IO_HANG || script.violation() == Violation.STALL;
    return script.terminal() || !hang;
  }

  /** What no run shows is looked for again. */
  private int search(StoredTrace stored) {
    TraceFile trace = stored.trace();
    String walked =
        trace.steps()
            + " steps on the port itself, to a state that is not complete and in which something"
            + " can still move";
    Outcome outcome =
        Checker.standard(new RecordedCounts())
            .check(stored.testCase(), stored.model(), stored.bounds());
    Result found = outcome.result();
    if (found.verdict() == Verdict.SOMETIMES && found.violation() == trace.script().violation()) {
      main.out()
          .printf(
              "Confirmed: %s, %s; a search finds again that nothing leads on.%n",
              trace.violation(), walked);
      return ExitCode.AS_EXPECTED;
    }
    main.err()
        .printf(
            "hangproof: the run is there: %s. But that nothing leads on from there, a search says"
                + " no more: %s%n",
            walked, found.reason() == null ? found.verdict() : found.reason());
    return found.verdict() == Verdict.UNKNOWN ? ExitCode.UNKNOWN : ExitCode.MISSED;
  }
}
