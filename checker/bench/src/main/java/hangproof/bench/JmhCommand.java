// SPDX-License-Identifier: MIT
package hangproof.bench;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Runs the JMH benchmarks of the hot paths. */
@Command(
    name = "jmh",
    description = "Measure the hot paths with JMH; all arguments are JMH's (try: jmh -h).")
final class JmhCommand implements Callable<Integer> {
  @Parameters(arity = "0..*", description = "Arguments for JMH.")
  private List<String> arguments = List.of();

  @Override
  public Integer call() throws IOException {
    org.openjdk.jmh.Main.main(arguments.toArray(String[]::new));
    return 0;
  }
}
