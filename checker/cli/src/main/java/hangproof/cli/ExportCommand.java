// SPDX-License-Identifier: MIT
package hangproof.cli;

import hangproof.engine.cases.Case;
import hangproof.engine.export.HerdCore;
import hangproof.engine.export.HerdExport;
import hangproof.engine.export.NotExportable;
import hangproof.engine.report.AsideWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
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

  @Mixin private OneCase oneCase;

  @Option(
      names = "--herd",
      description = "Litmus tests in the C dialect of herd7. There is no other form yet.")
  private boolean herd;

  @Option(
      names = "--to",
      paramLabel = "DIR",
      description = "Writes a file for each test. Default: all to standard output.")
  private Path to;

  @Override
  public Integer call() throws IOException {
    OneCase.Chosen chosen = oneCase.of(main.cases());
    Case testCase = chosen.testCase();
    if (!herd) {
      throw new ParameterException(spec.commandLine(), "export into what? Say --herd");
    }
    if (to != null) {
      Outputs.requireDirectory(to, "--to", spec.commandLine());
    }
    List<HerdCore> cores;
    try {
      cores =
          new HerdExport(testCase.name(), m -> testCase.build(m, chosen.bounds()), oneCase.limits())
              .cores();
    } catch (NotExportable e) {
      main.err().println("hangproof: " + testCase.name() + ": " + e.getMessage());
      return ExitCode.UNKNOWN;
    }
    if (to == null) {
      cores.forEach(core -> main.out().println(core.text()));
    } else {
      write(cores);
    }
    main.out().flush();
    return ExitCode.AS_EXPECTED;
  }

  private void write(List<HerdCore> cores) throws IOException {
    AsideWriter files = new AsideWriter();
    cores.forEach(core -> files.add(file(core), core.text()));
    files.commit();
    cores.forEach(core -> main.out().printf("%s: %s%n", file(core), core.verdict()));
  }

  private Path file(HerdCore core) {
    return to.resolve(core.name() + ".litmus");
  }
}
