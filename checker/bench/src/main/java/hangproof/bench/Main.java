// SPDX-License-Identifier: MIT
package hangproof.bench;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The benchmarks' command. */
@Command(
    name = "bench",
    header = "Measures the checker.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    subcommands = {
      SpinCommand.class,
      SearchCommand.class,
      JmhCommand.class,
      OnceCommand.class,
      GraphCommand.class
    })
public final class Main implements Runnable {
  @Spec private CommandSpec spec;

  private Main() {}

  public static void main(String[] args) {
    CommandLine line = new CommandLine(new Main());
    line.getSubcommands().get("jmh").setUnmatchedOptionsArePositionalParams(true);
    System.exit(line.execute(args));
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command");
  }
}
