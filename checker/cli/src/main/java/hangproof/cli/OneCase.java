// SPDX-License-Identifier: MIT
package hangproof.cli;

import hangproof.engine.cases.Bounds;
import hangproof.engine.cases.Case;
import hangproof.engine.cases.Cases;
import hangproof.engine.cases.Settings;
import hangproof.engine.explorer.Limits;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The case of a command that takes one, its bounds, and the time for each search. */
final class OneCase {
  @Spec(Target.MIXEE)
  private CommandSpec spec;

  @Parameters(paramLabel = "CASE", description = "The case.")
  private String name;

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

  /** A case at some bounds. */
  record Chosen(Case testCase, Bounds bounds) {}

  /**
   * What the user has chosen.
   *
   * @throws ParameterException if there is no such case, or it cannot be made at such bounds
   */
  Chosen of(Cases cases) {
    try {
      List<Case> matching = cases.require(name);
      if (matching.size() != 1) {
        throw new IllegalArgumentException(
            name + " is a family of cases; " + spec.name() + " takes one case");
      }
      Case c = matching.get(0);
      return new Chosen(c, c.workableBounds(Settings.parse(settings)));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  Limits limits() {
    return Limits.defaults().withTime(time);
  }
}
