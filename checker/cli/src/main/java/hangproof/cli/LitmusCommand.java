// SPDX-License-Identifier: MIT
package hangproof.cli;

import hangproof.engine.axiom.Models;
import hangproof.engine.litmus.LitmusChecker;
import hangproof.engine.litmus.LitmusJson;
import hangproof.engine.litmus.LitmusOutcome;
import hangproof.engine.litmus.LitmusRenderer;
import hangproof.engine.litmus.LitmusSuite;
import hangproof.engine.litmus.Recorded;
import hangproof.engine.litmus.SearchBounds;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hangproof litmus}: verdicts for litmus tests, compared with their Result: lines. */
@Command(
    name = "litmus",
    description = "Decides litmus tests and compares the verdicts with their Result: lines.",
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = ExitCode.USAGE,
    exitCodeOnExecutionException = ExitCode.INTERNAL,
    footerHeading = "%nExamples:%n",
    footer = {
      "  hangproof litmus SB+fencembonceonces.litmus",
      "  hangproof litmus tools/memory-model/litmus-tests --json verdicts.json"
    },
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "64:wrong usage, or a test outside the dialect",
      "10:a verdict that is not the recorded one",
      "20:a verdict that is Unknown",
      "31:no test was found",
      "0:everything as recorded"
    })
public final class LitmusCommand implements Callable<Integer> {
  @Parameters(
      arity = "1..*",
      paramLabel = "FILE-or-DIR",
      description = "litmus tests, and directories with *.litmus files")
  private List<Path> places;

  @Option(
      names = "--model",
      paramLabel = "MODEL",
      defaultValue = "lkmm",
      description = "sc, tso or lkmm (default: ${DEFAULT-VALUE})")
  private String model;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "also write the outcomes as JSON; - for standard output, instead of text")
  private String json;

  @Option(
      names = "--unroll",
      paramLabel = "N",
      defaultValue = "4",
      description = "rounds of a loop that depends on memory (default: ${DEFAULT-VALUE})")
  private int unroll;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "10",
      description = "time for one search of one test (default: ${DEFAULT-VALUE})")
  private int seconds;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    if (!Models.NAMES.contains(model)) {
      throw new ParameterException(
          spec.commandLine(), "--model is one of " + String.join(", ", Models.NAMES));
    }
    if (unroll < 0 || seconds < 1) {
      throw new ParameterException(spec.commandLine(), "a bound is too small");
    }
    List<Path> files = find();
    PrintWriter out = spec.commandLine().getOut();
    boolean text = !"-".equals(json);
    boolean single = files.size() == 1;
    SearchBounds bounds = new SearchBounds(unroll, seconds * 1_000_000_000L);
    LitmusSuite suite = new LitmusSuite(new LitmusChecker(Models.named(model), bounds));
    List<LitmusOutcome> outcomes =
        suite.run(
            files,
            outcome -> {
              if (text) {
                out.print(single ? describe(outcome) : line(outcome));
                out.flush();
              }
            });
    if (text && !single) {
      out.print(table(outcomes));
      out.flush();
    }
    writeJson(outcomes, out);
    return exitCode(outcomes);
  }

  private List<Path> find() {
    try {
      return LitmusSuite.find(places);
    } catch (IOException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private void writeJson(List<LitmusOutcome> outcomes, PrintWriter out) throws IOException {
    if (json == null) {
      return;
    }
    String text = LitmusJson.render(outcomes);
    if (json.equals("-")) {
      out.print(text);
      out.flush();
    } else {
      Files.writeString(Path.of(json), text);
    }
  }

  /** One test: what herd would print, and how it compares. */
  private static String describe(LitmusOutcome outcome) {
    if (outcome.result() == null) {
      return outcome.file() + ":" + outcome.error() + "\n";
    }
    Recorded recorded = outcome.recorded();
    String compared =
        recorded.text() == null ? "" : "Recorded " + recorded.text() + ": " + word(outcome) + "\n";
    return LitmusRenderer.render(outcome.result()) + compared;
  }

  /** One test of many. */
  private static String line(LitmusOutcome outcome) {
    String why = outcome.reason() == null ? "" : "  (" + outcome.reason() + ")";
    String race = outcome.result() != null && outcome.result().dataRace() ? " DATARACE" : "";
    String recorded = outcome.recorded().text() == null ? "-" : outcome.recorded().text();
    return String.format(
        "%-18s %-18s %-12s %s%s%n",
        outcome.verdict().word() + race, recorded, word(outcome), outcome.file(), why);
  }

  private static String word(LitmusOutcome outcome) {
    return switch (outcome.kind()) {
      case AGREES -> "agrees";
      case DISAGREES -> "DISAGREES";
      case NOT_RECORDED -> "-";
      case UNKNOWN -> "Unknown";
      case UNSUPPORTED -> "unsupported";
    };
  }

  private static String table(List<LitmusOutcome> outcomes) {
    StringBuilder table = new StringBuilder();
    table.append(String.format("%nagree  disagree  not recorded  Unknown  unsupported  tests%n"));
    Map<LitmusOutcome.Kind, Integer> counts = LitmusSuite.table(outcomes);
    table.append(
        String.format(
            "%5d  %8d  %12d  %7d  %11d  %5d%n",
            counts.get(LitmusOutcome.Kind.AGREES),
            counts.get(LitmusOutcome.Kind.DISAGREES),
            counts.get(LitmusOutcome.Kind.NOT_RECORDED),
            counts.get(LitmusOutcome.Kind.UNKNOWN),
            counts.get(LitmusOutcome.Kind.UNSUPPORTED),
            outcomes.size()));
    return table.toString();
  }

  private static int exitCode(List<LitmusOutcome> outcomes) {
    Map<LitmusOutcome.Kind, Integer> counts = LitmusSuite.table(outcomes);
    if (counts.get(LitmusOutcome.Kind.UNSUPPORTED) > 0) {
      return ExitCode.USAGE;
    }
    if (counts.get(LitmusOutcome.Kind.DISAGREES) > 0) {
      return ExitCode.UNEXPECTED;
    }
    if (counts.get(LitmusOutcome.Kind.UNKNOWN) > 0) {
      return ExitCode.UNKNOWN;
    }
    return outcomes.isEmpty() ? ExitCode.NOTHING_RAN : 0;
  }
}
