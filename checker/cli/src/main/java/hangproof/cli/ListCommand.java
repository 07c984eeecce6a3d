// SPDX-License-Identifier: MIT
package hangproof.cli;

import hangproof.engine.MemoryModel;
import hangproof.engine.cases.Case;
import hangproof.engine.cases.Cases;
import hangproof.engine.cases.Expectation;
import hangproof.engine.cases.Parameter;
import java.io.PrintWriter;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Tells what can be checked. */
@Command(
    name = "list",
    header = "Lists the cases and what they claim.",
    description = {
      "For each case: what it claims, the kernel versions, its parameters with their usual"
          + " values and ranges, and for each memory model the expected verdict and the recorded"
          + " counts.",
      ""
    },
    footerHeading = "%n",
    footer = {"Examples:", "  hangproof list", "  hangproof list restarts"},
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class)
final class ListCommand implements Callable<Integer> {
  @ParentCommand private Main main;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "CASE", description = "Cases or families; all if none is given.")
  private List<String> names = List.of();

  @Override
  public Integer call() {
    Cases cases = main.cases();
    Set<Case> chosen = new LinkedHashSet<>(names.isEmpty() ? cases.all() : List.of());
    try {
      names.forEach(n -> chosen.addAll(cases.require(n)));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    if (chosen.isEmpty()) {
      main.err().println("hangproof: there are no cases on the class path");
      return ExitCode.NOTHING_RAN;
    }
    chosen.forEach(c -> print(c, cases, main.out()));
    return ExitCode.AS_EXPECTED;
  }

  private static void print(Case c, Cases cases, PrintWriter out) {
    out.println(c.name());
    line(out, "claims", c.claim());
    line(out, "about", c.subsystem());
    line(out, "versions", c.versions());
    line(out, "report", c.report());
    line(
        out,
        "set",
        c.parameters().stream().map(ListCommand::range).collect(Collectors.joining(", ")));
    for (MemoryModel model : MemoryModel.values()) {
      Expectation expected = c.expectations().get(model);
      if (expected != null) {
        line(out, model.title(), expected + counts(c, model, cases));
      }
    }
    out.println();
  }

  private static void line(PrintWriter out, String label, String text) {
    if (!text.isEmpty()) {
      out.printf("  %-9s %s%n", label, text);
    }
  }

  private static String range(Parameter p) {
    return p.name() + "=" + p.usual() + " (" + p.least() + ".." + p.most() + ")";
  }

  private static String counts(Case c, MemoryModel model, Cases cases) {
    String recorded = cases.recorded().find(c.name(), model, c.usualBounds());
    if (recorded == null) {
      return "; no counts recorded";
    }
    String[] columns = recorded.split("\t", -1);
    return "; recorded " + columns[1] + " states, depth " + columns[3];
  }
}
