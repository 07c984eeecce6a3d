// SPDX-License-Identifier: MIT
package hangproof.cli;

import hangproof.engine.MemoryModel;
import hangproof.engine.audit.Audit;
import hangproof.engine.cases.Bounds;
import hangproof.engine.cases.Case;
import hangproof.engine.cases.Settings;
import hangproof.engine.explorer.Limits;
import hangproof.engine.explorer.Verdict;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Says which barriers a case needs. */
@Command(
    name = "audit",
    header = "Takes every barrier and ordering out of a case in turn: which are needed?",
    description = {
      "All models are searched over execution graphs. Of a case that is wrong as it is, nothing",
      "can be said."
    },
    footerHeading = "%n",
    footer = {
      "Examples:",
      "  hangproof audit reports/e01-fixed",
      "  hangproof audit restarts-reduced/v4-tag-free --model lkmm --time 5m",
      "",
      ExitCode.HELP
    },
    mixinStandardHelpOptions = true)
final class AuditCommand implements Callable<Integer> {
  @ParentCommand private Main main;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "CASE", description = "The case.")
  private String name;

  @Option(
      names = "--model",
      split = ",",
      paramLabel = "MODEL",
      converter = Converters.ToModel.class,
      description = "Memory models: sc, tso, lkmm. Default: all.")
  private List<MemoryModel> models = List.of(MemoryModel.values());

  @Option(
      names = "--set",
      split = ",",
      paramLabel = "NAME=N",
      description = "Changes a parameter of the case, such as submitters=3.")
  private List<String> settings = List.of();

  @Option(
      names = "--time",
      paramLabel = "TIME",
      converter = Converters.ToDuration.class,
      description = "Time for each search, such as 90s. Default: 1m.")
  private Duration time = Duration.ofMinutes(1);

  @Option(names = "--show", description = "Prints a witness for each that is needed.")
  private boolean show;

  @Override
  public Integer call() {
    Case chosen;
    Bounds bounds;
    try {
      List<Case> matching = main.session().cases().get().require(name);
      if (matching.size() != 1) {
        throw new IllegalArgumentException(name + " is a family of cases; audit takes one case");
      }
      chosen = matching.get(0);
      bounds = chosen.workableBounds(Settings.parse(settings));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    Audit audit = new Audit(m -> chosen.build(m, bounds), Limits.defaults().withTime(time));
    PrintWriter out = main.out();
    out.println(chosen.name() + " at " + bounds);
    boolean unknown = false;
    for (MemoryModel model : models) {
      for (Audit.Finding f : audit.under(model)) {
        unknown |= f.result().verdict() == Verdict.UNKNOWN;
        String what = f.site() == null ? "as it is" : "without " + f.site();
        out.printf("  %-8s %s: %s%n", model.title(), what, f.words());
        if (show && f.result().graph() != null) {
          out.print(f.result().graph().text());
        }
        out.flush();
      }
    }
    return unknown ? ExitCode.UNKNOWN : ExitCode.AS_EXPECTED;
  }
}
