// SPDX-License-Identifier: MIT
package hangproof.cli;

import hangproof.engine.cases.Cases;
import hangproof.engine.fixtures.FixtureCases;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.stream.Stream;

/** A run of the command in the test's own process, on the fixture cases. */
record Cli(int code, String out, String err) {
  /** A command line with more behind it. */
  static String[] with(String[] command, String... more) {
    return Stream.concat(Arrays.stream(command), Arrays.stream(more)).toArray(String[]::new);
  }

  static Cli run(String... args) {
    return run(FixtureCases.all(), false, args);
  }

  static Cli run(Cases cases, boolean terminal, String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        Main.commandLine(new Session(() -> cases, terminal, terminal))
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(args);
    return new Cli(code, out.toString(), err.toString());
  }
}
