// SPDX-License-Identifier: MIT
package hangproof.cli;

import hangproof.engine.cases.Bounds;
import hangproof.engine.cases.Case;
import hangproof.engine.cases.Settings;
import hangproof.engine.explorer.Limits;
import hangproof.engine.export.HerdCore;
import hangproof.engine.export.HerdExport;
import hangproof.engine.export.NotExportable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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

/** Exports what races in a case for other tools. */
@Command(
    name = "export",
    header = "Writes what races in a case as litmus tests that herd7 reads.",
    description = {
      "Of a case that goes wrong under LKMM, the execution found. Of one that does not, for each",
      "barrier that it needs, the execution that is wrong without it: with the barrier, Never, and",
      "without it, Sometimes. Each is read back and decided before it is written."
    },
    footerHeading = "%n",
    footer = {
      "Examples:",
      "  hangproof export reports/a19-square-broken --herd",
      "  hangproof export restarts-reduced/v4-tag-free --herd --to DIR",
      "  herd7 -conf linux-kernel.cfg DIR/*.litmus",
      "",
      ExitCode.HELP
    },
    mixinStandardHelpOptions = true)
final class ExportCommand implements Callable<Integer> {
  @ParentCommand private Main main;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "CASE", description = "The case.")
  private String name;

  @Option(
      names = "--herd",
      description = "Litmus tests in the C dialect of herd7. There is no other form yet.")
  private boolean herd;

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

  @Option(
      names = "--to",
      paramLabel = "DIR",
      description = "Writes a file for each test. Default: all to standard output.")
  private Path to;

  @Override
  public Integer call() throws IOException {
    Case chosen;
    Bounds bounds;
    try {
      List<Case> matching = main.cases().require(name);
      if (matching.size() != 1) {
        throw new IllegalArgumentException(name + " is a family of cases; export takes one case");
      }
      chosen = matching.get(0);
      bounds = chosen.bounds(Settings.parse(settings));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    if (!herd) {
      throw new ParameterException(spec.commandLine(), "export into what? Say --herd");
    }
    if (to != null) {
      Outputs.requireDirectory(to, "--to", spec.commandLine());
    }
    List<HerdCore> cores;
    try {
      cores =
          new HerdExport(
                  chosen.name(), m -> chosen.build(m, bounds), Limits.defaults().withTime(time))
              .cores();
    } catch (NotExportable e) {
      main.err().println("hangproof: " + chosen.name() + ": " + e.getMessage());
      return ExitCode.UNKNOWN;
    }
    for (HerdCore core : cores) {
      if (to == null) {
        main.out().println(core.text());
      } else {
        Path file = to.resolve(core.name() + ".litmus");
        Files.writeString(file, core.text(), StandardCharsets.UTF_8);
        main.out().printf("%s: %s%n", file, core.verdict());
      }
    }
    main.out().flush();
    return ExitCode.AS_EXPECTED;
  }
}
