// SPDX-License-Identifier: MIT
package hangproof.cli;

import hangproof.engine.drift.Drift;
import hangproof.engine.drift.Drift.Finding;
import hangproof.engine.drift.Drift.Ported;
import hangproof.engine.drift.Drift.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Compares the ports with a kernel tree. */
@Command(
    name = "drift",
    header = "Tells which ported functions are no longer what a kernel tree has.",
    description = {
      "For each function that a port follows: ported, if the tree has the text that was ported, but"
          + " for comments and white space; changed; or gone, if its file has it no more. What was"
          + " ported from a mail or a commit is skipped.",
      "Exits 30 if a function is changed or gone, 31 if none was compared.",
      ""
    },
    footerHeading = "%n",
    footer = {
      "Examples:",
      "  hangproof drift --kernel ~/linux",
      "  hangproof drift --kernel ~/linux --from v5.10 --quiet"
    },
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class)
final class DriftCommand implements Callable<Integer> {
  @ParentCommand private Main main;

  @Spec private CommandSpec spec;

  @Option(names = "--kernel", required = true, paramLabel = "DIR", description = "The tree.")
  private Path kernel;

  @Option(
      names = "--from",
      paramLabel = "VERSION",
      description = "Only what was ported from this release, such as v5.10.")
  private String from;

  @Option(
      names = {"-q", "--quiet"},
      description = "Only lines about what is changed, gone or not recorded.")
  private boolean quiet;

  @Override
  public Integer call() throws IOException {
    if (!Files.isDirectory(kernel)) {
      throw new ParameterException(spec.commandLine(), "--kernel: " + kernel + " is no directory");
    }
    List<Ported> ported = new ArrayList<>(PortedFunctions.on(ownRoots()));
    ported.removeIf(p -> from != null && !p.version().equals(from));
    Drift drift = new Drift(kernel);
    Map<State, Integer> counts = new EnumMap<>(State.class);
    for (Ported p : ported) {
      Finding finding = drift.compare(p);
      counts.merge(finding.state(), 1, Integer::sum);
      if (!quiet || (finding.state() != State.PORTED && finding.state() != State.SKIPPED)) {
        main.out().println(line(finding));
      }
    }
    StringBuilder summary = new StringBuilder(ported.size() + " functions");
    counts.forEach((state, n) -> summary.append(", ").append(n).append(' ').append(words(state)));
    main.out().println(summary);
    return code(counts);
  }

  private List<Path> ownRoots() {
    try {
      return UserClasses.roots(main.userPaths());
    } catch (UserClasses.Unusable e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private static int code(Map<State, Integer> counts) {
    if (counts.containsKey(State.CHANGED) || counts.containsKey(State.GONE)) {
      return ExitCode.DRIFT;
    }
    return counts.containsKey(State.PORTED) ? ExitCode.AS_EXPECTED : ExitCode.NOTHING_RAN;
  }

  private static String words(State state) {
    return state.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static String line(Finding finding) {
    Ported p = finding.ported();
    String line =
        String.format(
            Locale.ROOT,
            "%-12s %s %s %s()",
            words(finding.state()),
            p.version(),
            p.file(),
            p.function());
    if (finding.found() != null && !finding.found().lines().contains(p.line())) {
      line += ", line " + finding.found().lines().get(0) + ", was " + p.line();
    }
    if (finding.state() == State.NOT_RECORDED) {
      line += ", sha256 = \"" + finding.found().sha256() + "\"";
    }
    return line;
  }
}
