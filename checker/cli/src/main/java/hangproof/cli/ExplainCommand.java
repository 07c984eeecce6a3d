// SPDX-License-Identifier: MIT
package hangproof.cli;

import hangproof.engine.explorer.Explainer;
import hangproof.engine.explorer.Explanation;
import hangproof.engine.explorer.Replay;
import hangproof.engine.trace.ReplayedRun;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Says what a violation hangs on. */
@Command(
    name = "explain",
    header = "Tells the few steps of a trace without which its violation disappears.",
    description = {
      "A step is told if the violation is gone with its role stopped before it while the others"
          + " go on as they did; for a hang that means that from there some schedule completes"
          + " everything, which is searched for. For a hang also: who sleeps that should have been"
          + " woken, and where the wakeup was lost. The numbers are those of the trace's own steps.",
      "Exits 0 if the trace was explained, 11 if the port does not run like this any more, 20 if a"
          + " question was too large.",
      ""
    },
    footerHeading = "%n",
    footer = {
      "Examples:",
      "  hangproof explain results/restarts/draft/sc.json",
      "  hangproof explain trace.json --states 10000000"
    },
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class)
final class ExplainCommand implements Callable<Integer> {
  /** As many as one set of states is sure to hold. */
  private static final int MOST = 1 << 24;

  @ParentCommand private Main main;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "TRACE.json", description = "A trace that check or report wrote.")
  private Path file;

  @Option(
      names = "--states",
      paramLabel = "N",
      description = "States to look at for one question. Default: ${DEFAULT-VALUE}.")
  private int most = 2_000_000;

  @Override
  public Integer call() {
    if (most < 0 || most > MOST) {
      throw new ParameterException(spec.commandLine(), "--states " + most + ": give 0 to " + MOST);
    }
    StoredTrace stored = StoredTrace.read(file, main.cases(), spec.commandLine());
    Explanation explanation;
    ReplayedRun run;
    try {
      run = new Replay(stored.build(), stored.model(), stored.trace().script()).confirm();
      explanation =
          Explainer.explain(stored.build(), stored.model(), stored.trace().script(), most);
    } catch (Replay.Diverged e) {
      main.err().println("hangproof: " + e.getMessage());
      main.err().println("The port or the case has changed since. Check the case again.");
      return ExitCode.MISSED;
    }
    print(stored, explanation, new StepWords(run), main.out());
    return explanation.unsettled().isEmpty() ? ExitCode.AS_EXPECTED : ExitCode.UNKNOWN;
  }

  private static void print(
      StoredTrace stored, Explanation explanation, StepWords words, PrintWriter out) {
    out.printf(
        "%s under %s: %s%n%n",
        stored.testCase().name(), stored.model().title(), stored.trace().violation());
    if (explanation.noReturn() == 0) {
      out.println("No schedule avoids it: no order of the steps matters.");
      asleep(explanation, words, out);
      return;
    }
    out.println("It is gone if any of these steps comes later (each was checked):");
    for (Explanation.Needed needed : explanation.needed()) {
      if (needed.before() == 0) {
        out.println("  " + words.of(needed.step()));
      } else {
        out.println("  " + words.of(needed.step(), needed.before()));
        out.println("    before " + words.of(needed.before(), needed.step()));
      }
    }
    if (explanation.needed().isEmpty()) {
      out.println("  none of them");
    }
    explanation
        .unsettled()
        .forEach(
            r -> out.println("  of " + words.name(r) + " that is not known: give --states more"));
    if (explanation.wakeable().isEmpty() && explanation.source() == 0) {
      return;
    }
    out.println();
    asleep(explanation, words, out);
    if (explanation.source() == 0) {
      out.println("Lost    at " + words.of(explanation.noReturn()));
    } else {
      out.println("Lost    at " + words.of(explanation.noReturn(), explanation.source()));
      out.println("  after " + words.of(explanation.source(), explanation.noReturn()));
    }
  }

  private static void asleep(Explanation explanation, StepWords words, PrintWriter out) {
    for (int role : explanation.wakeable()) {
      out.println("Asleep  " + words.asleep(role) + ": woken, it would complete everything");
    }
  }
}
