// SPDX-License-Identifier: MIT
package hangproof.cli;

import hangproof.engine.cases.Outcome;
import hangproof.engine.report.AsideWriter;
import hangproof.engine.report.GithubAnnotations;
import hangproof.engine.report.JUnitXml;
import hangproof.engine.report.JavaSources;
import hangproof.engine.report.Sarif;
import hangproof.engine.report.WitnessFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** What build servers read; the same for every command that searches. */
final class Renderings {
  @Spec(Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--junit",
      paramLabel = "FILE",
      description = "Writes JUnit XML: a test case for each case and model; Unknown is a failure.")
  private Path junit;

  @Option(
      names = "--sarif",
      paramLabel = "FILE",
      description = "Writes SARIF 2.1.0: the races, step by step, in Java and in C.")
  private Path sarif;

  @Option(
      names = "--github",
      description = "Prints an annotation for GitHub for each case that is not as expected.")
  private boolean github;

  /** A search may take long, so what it writes to is looked at before it begins. */
  void check() {
    if (junit != null) {
      Outputs.requireFile(junit, "--junit", spec.commandLine());
    }
    if (sarif != null) {
      Outputs.requireFile(sarif, "--sarif", spec.commandLine());
    }
  }

  void write(List<Outcome> outcomes, WitnessFiles witnesses, PrintWriter out) throws IOException {
    if (junit != null) {
      AsideWriter.write(junit, JUnitXml.text(outcomes, witnesses));
    }
    if (sarif == null && !github) {
      return;
    }
    JavaSources sources = JavaSources.under(Path.of("").toAbsolutePath());
    if (sarif != null) {
      AsideWriter.write(sarif, Sarif.text(outcomes, witnesses, sources));
    }
    if (github) {
      GithubAnnotations.lines(outcomes, witnesses, sources).forEach(out::println);
      out.flush();
    }
  }
}
