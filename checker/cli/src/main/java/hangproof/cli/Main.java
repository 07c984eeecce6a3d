// SPDX-License-Identifier: MIT
package hangproof.cli;

import hangproof.engine.cases.Cases;
import java.io.File;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The {@code hangproof} command. */
@Command(
    name = "hangproof",
    header = "Proves that storage-stack concurrency code cannot lose a wakeup.",
    synopsisSubcommandLabel = "COMMAND",
    footerHeading = "%n",
    footer = {
      "Examples:",
      "  hangproof list",
      "  hangproof check restarts/v4",
      "  hangproof check restarts --model sc --set submitters=3",
      "  hangproof COMMAND --help",
      "",
      ExitCode.HELP
    },
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    subcommands = {
      ListCommand.class,
      CheckCommand.class,
      ReplayCommand.class,
      ExplainCommand.class,
      AuditCommand.class,
      ExportCommand.class,
      ReportCommand.class,
      LitmusCommand.class,
      DriftCommand.class,
      NewCommand.class,
      GenerateCompletion.class
    })
public final class Main implements Runnable {
  private final Session session;

  @Spec private CommandSpec spec;

  @Option(
      names = "--class-path",
      paramLabel = "PATH",
      scope = ScopeType.INHERIT,
      description =
          "Jars, directories of classes, or projects with src/main/java, that bring cases of your"
              + " own.")
  private String classPath = "";

  private Main(Session session) {
    this.session = session;
  }

  public static void main(String[] args) {
    Interruption interruption = Interruption.install();
    int code = commandLine(Session.ofProcess()).execute(args);
    interruption.exit(code);
  }

  /** The command with its subcommands; tests run it in their own process. */
  static CommandLine commandLine(Session session) {
    CommandLine line = new CommandLine(new Main(session));
    Failures failures = new Failures();
    return line.setExitCodeExceptionMapper(e -> ExitCode.INTERNAL)
        .setParameterExceptionHandler(failures)
        .setExecutionExceptionHandler(failures)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setColorScheme(Help.defaultColorScheme(session.colours() ? Help.Ansi.ON : Help.Ansi.OFF));
  }

  Session session() {
    return session;
  }

  /**
   * The cases, a user's own among them.
   *
   * @throws ParameterException if what the user named brings none
   */
  Cases cases() {
    if (classPath.isEmpty()) {
      return session.cases().get();
    }
    try {
      return UserClasses.cases(userPaths());
    } catch (UserClasses.Unusable e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  /** What {@code --class-path} names. */
  List<Path> userPaths() {
    return Stream.of(classPath.split(File.pathSeparator))
        .filter(p -> !p.isEmpty())
        .map(Path::of)
        .toList();
  }

  PrintWriter out() {
    return spec.commandLine().getOut();
  }

  PrintWriter err() {
    return spec.commandLine().getErr();
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command");
  }

  /** The version that the jar's manifest states. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = Main.class.getPackage().getImplementationVersion();
      return new String[] {"hangproof " + (version == null ? "(unpackaged)" : version)};
    }
  }
}
