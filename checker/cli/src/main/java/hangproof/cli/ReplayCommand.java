// SPDX-License-Identifier: MIT
package hangproof.cli;

import hangproof.engine.cases.Case;
import hangproof.engine.cases.Checker;
import hangproof.engine.cases.Outcome;
import hangproof.engine.cases.RecordedCounts;
import hangproof.engine.explorer.Replay;
import hangproof.engine.explorer.Result;
import hangproof.engine.explorer.Verdict;
import hangproof.engine.explorer.Violation;
import hangproof.engine.report.MailReport;
import hangproof.engine.report.TraceFile;
import hangproof.engine.trace.ReplayedRun;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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
          + " something still moves, a search is made as well. Exits 0 if the violation is there,"
          + " 11 if the port does not do this any more, 20 if the search does not end.",
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
    StoredTrace stored = StoredTrace.read(file, main.cases(), spec.commandLine());
    TraceFile trace = stored.trace();
    Case testCase = stored.testCase();
    ReplayedRun run;
    try {
      run = new Replay(stored.build(), stored.model(), trace.script()).confirm();
    } catch (Replay.Diverged e) {
      main.err().println("hangproof: " + e.getMessage());
      main.err()
          .println(
              "The port or the case has changed since. Check again: hangproof check "
                  + testCase.name()
                  + " --model "
                  + trace.model());
      return ExitCode.MISSED;
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
