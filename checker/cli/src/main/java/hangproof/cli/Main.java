// SPDX-License-Identifier: MIT
package hangproof.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The {@code hangproof} command. */
@Command(
    name = "hangproof",
    description = "Proves that storage-stack concurrency code cannot lose a wakeup.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    exitCodeOnInvalidInput = Main.EXIT_USAGE,
    exitCodeOnExecutionException = Main.EXIT_SOFTWARE)
public final class Main implements Runnable {
  /** The command line makes no sense (EX_USAGE of sysexits.h). */
  static final int EXIT_USAGE = 64;

  /** The program itself failed (EX_SOFTWARE of sysexits.h). */
  static final int EXIT_SOFTWARE = 70;

  @Spec private CommandSpec spec;

  public static void main(String[] args) {
    System.exit(new CommandLine(new Main()).execute(args));
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
