// SPDX-License-Identifier: MIT
package hangproof.cli;

import hangproof.engine.cases.Bounds;
import hangproof.engine.cases.Case;
import hangproof.engine.cases.Cases;
import hangproof.engine.cases.Outcome;
import hangproof.engine.report.AsideWriter;
import hangproof.engine.report.ResultsWriter;
import hangproof.engine.report.WitnessFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Checks everything and writes down what came out. */
@Command(
    name = "report",
    header = "Checks all cases and writes results/.",
    description = {
      "Writes index.html and README.md, for each violation a page, a mail and a trace, and all"
          + " counts. Nothing written depends on the time or the machine.",
      "With --record, FILE gets the counts of this run, and keeps those of bounds that it did not"
          + " search.",
      ""
    },
    footerHeading = "%n",
    footer = {
      "Examples:",
      "  hangproof report",
      "  hangproof report --results /tmp/results --time 1m",
      "  hangproof report --larger --record counts.tsv",
      "  hangproof report --junit hangproof.xml --sarif hangproof.sarif --github",
      "",
      ExitCode.HELP
    },
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class)
final class ReportCommand implements Callable<Integer> {
  @ParentCommand private Main main;

  @Spec private CommandSpec spec;

  @Mixin private SearchOptions options;

  @Mixin private Renderings renderings;

  @Option(
      names = "--results",
      paramLabel = "DIR",
      description = "Where to write. Default: ${DEFAULT-VALUE}.")
  private Path results = Path.of("results");

  @Option(
      names = "--record",
      paramLabel = "FILE",
      description = "Writes the counts to be compared with from now on, if all else is right.")
  private Path record;

  @Override
  public Integer call() throws IOException {
    Outputs.requireDirectory(results, "--results", spec.commandLine());
    renderings.check();
    if (record != null && !options.countsAreUsual()) {
      throw new ParameterException(
          spec.commandLine(), "--record: counts without a reduction are not recorded");
    }
    if (record != null) {
      Outputs.requireFile(record, "--record", spec.commandLine());
    }
    Cases cases = main.cases();
    Searching searching = new Searching(main.session(), options, main.out(), main.err());
    List<Outcome> outcomes = searching.run(jobs(cases), cases.recorded());
    if (outcomes.isEmpty()) {
      return ExitCode.NOTHING_RAN;
    }
    if (searching.interrupted()) {
      main.err().println("hangproof: interrupted, so " + results + " is left as it was");
      return searching.exitCode(outcomes);
    }
    WitnessFiles witnesses = ResultsWriter.write(results, outcomes, cases);
    renderings.write(outcomes, witnesses, main.out());
    if (!options.quiet()) {
      main.out().println("Written: " + results.resolve("README.md"));
    }
    return record == null ? searching.exitCode(outcomes) : record(searching, outcomes, cases);
  }

  private int record(Searching searching, List<Outcome> outcomes, Cases cases) throws IOException {
    int code = searching.exitCodeButForDrift(outcomes);
    if (code == ExitCode.AS_EXPECTED) {
      AsideWriter.write(record, cases.recorded().with(outcomes, cases).text());
    } else {
      main.err().println("hangproof: not all is as expected, so " + record + " is not written");
    }
    return code;
  }

  private List<Job> jobs(Cases cases) {
    List<Job> jobs = new ArrayList<>();
    for (Case c : cases.all()) {
      for (Bounds bounds : options.bounds(c)) {
        jobs.addAll(Job.all(c, bounds, options.models()));
      }
    }
    return jobs;
  }
}
