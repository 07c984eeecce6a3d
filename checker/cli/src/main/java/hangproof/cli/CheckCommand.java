// SPDX-License-Identifier: MIT
package hangproof.cli;

import hangproof.engine.cases.Bounds;
import hangproof.engine.cases.Case;
import hangproof.engine.cases.Cases;
import hangproof.engine.cases.Outcome;
import hangproof.engine.cases.Parameter;
import hangproof.engine.cases.Settings;
import hangproof.engine.report.AsideWriter;
import hangproof.engine.report.WitnessFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Searches. */
@Command(
    name = "check",
    header = "Checks cases and compares the verdicts with what they expect.",
    description = {
      "Never means that the whole state space within the bounds was searched; Sometimes, that"
          + " a violation exists and its witness was replayed; Unknown, that nothing is proved.",
      "With --set nothing is expected of a case: a violation then exits 10, Never exits 0.",
      ""
    },
    footerHeading = "%n",
    footer = {
      "Examples:",
      "  hangproof check",
      "  hangproof check restarts/v4 --model tso",
      "  hangproof check restarts/draft --set submitters=3 --show",
      "  hangproof check restarts --time 30s --json verdicts.json --traces traces",
      "  hangproof check restarts/draft --smallest --show",
      "  hangproof check mine/patched --class-path mine --against restarts/v4",
      "  hangproof check --junit hangproof.xml --sarif hangproof.sarif --github",
      "",
      ExitCode.HELP
    },
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class)
final class CheckCommand implements Callable<Integer> {
  private static final String STANDARD_OUTPUT = "-";

  @ParentCommand private Main main;

  @Spec private CommandSpec spec;

  @Mixin private SearchOptions options;

  @Mixin private Renderings renderings;

  @Parameters(
      paramLabel = "CASE",
      description = "Cases, or families such as restarts; all cases if none is given.")
  private List<String> names = List.of();

  @Option(
      names = "--set",
      split = ",",
      paramLabel = "NAME=N",
      description = "Changes a parameter of the cases, such as submitters=3.")
  private List<String> settings = List.of();

  @Option(
      names = "--against",
      paramLabel = "CASE",
      description = "Checks this case as well, at the same bounds, and compares the two.")
  private String against;

  @Option(
      names = "--smallest",
      description =
          "Lowers the parameters as far as a violation stays as short as it is, and shows it"
              + " there.")
  private boolean smallest;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Writes the verdicts as JSON; - for standard output, and nothing else there.")
  private String json;

  @Option(
      names = "--traces",
      paramLabel = "DIR",
      description = "Writes each race: as a page, as mail text, and as a trace to replay.")
  private Path traces;

  @Option(names = "--show", description = "Prints the race report of each violation.")
  private boolean show;

  @Option(
      names = "--full",
      description = "Prints it in full: the short one leaves out steps that matter less.")
  private boolean full;

  @Override
  public Integer call() throws IOException {
    Cases cases = main.cases();
    List<Job> jobs = against == null ? jobs(cases) : pairs(cases);
    checkOutputs();
    boolean jsonOnOutput = STANDARD_OUTPUT.equals(json);
    Searching searching =
        new Searching(main.session(), options, jsonOnOutput ? main.err() : main.out(), main.err());
    List<Outcome> outcomes = searching.run(jobs, cases.recorded());
    if (against != null && !outcomes.isEmpty()) {
      searching.print("\n" + new SideBySide(outcomes).text());
    }
    List<Outcome> shown = smallest ? searching.smallest(outcomes, cases.recorded()) : outcomes;
    WitnessFiles witnesses = new WitnessFiles(shown);
    if (traces != null) {
      witnesses.write(traces);
    }
    searching.show(witnesses, show || full || smallest, full, traces);
    if (full) {
      searching.showGraphs(shown);
    }
    if (json != null) {
      String text =
          OutcomeJson.text(
              outcomes,
              o -> traces == null || !witnesses.has(o) ? null : witnesses.file(traces, o) + "");
      write(text);
    }
    renderings.write(outcomes, witnesses, jsonOnOutput ? main.err() : main.out());
    return searching.exitCode(outcomes);
  }

  private List<Job> jobs(Cases cases) {
    try {
      Map<String, Integer> changed = Settings.parse(settings);
      Set<Case> chosen = new LinkedHashSet<>(names.isEmpty() ? cases.all() : List.of());
      names.forEach(n -> chosen.addAll(cases.require(n)));
      List<Job> jobs = new ArrayList<>();
      for (Case c : chosen) {
        if (changed.isEmpty()) {
          options.bounds(c).forEach(b -> jobs.addAll(Job.expected(c, b, options.models())));
        } else {
          jobs.addAll(Job.all(c, c.workableBounds(changed), options.models()));
        }
      }
      return jobs;
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  /** The case and the one that it is compared with, under each model in turn. */
  private List<Job> pairs(Cases cases) {
    try {
      List<Case> left = names.size() == 1 ? cases.require(names.get(0)) : List.of();
      List<Case> right = cases.require(against);
      if (left.size() != 1 || right.size() != 1) {
        throw new IllegalArgumentException("--against compares one case with one other");
      }
      Bounds bounds = left.get(0).bounds(Settings.parse(settings));
      Map<String, Integer> shared = new HashMap<>(bounds.values());
      shared.keySet().retainAll(right.get(0).parameters().stream().map(Parameter::name).toList());
      Bounds same = right.get(0).bounds(shared);
      List<Job> jobs = new ArrayList<>();
      for (Job job : Job.all(left.get(0), bounds, options.models())) {
        jobs.add(job);
        jobs.add(new Job(right.get(0), job.model(), same));
      }
      return jobs;
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  /** A search may take long, so what it writes to is looked at before it begins. */
  private void checkOutputs() {
    renderings.check();
    if (traces != null) {
      Outputs.requireDirectory(traces, "--traces", spec.commandLine());
    }
    if (json != null && !STANDARD_OUTPUT.equals(json)) {
      Outputs.requireFile(Path.of(json), "--json", spec.commandLine());
    }
  }

  private void write(String text) throws IOException {
    if (STANDARD_OUTPUT.equals(json)) {
      PrintWriter out = main.out();
      out.print(text);
      out.flush();
    } else {
      AsideWriter.write(Path.of(json), text);
    }
  }
}
