// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

import java.util.Locale;

/** Writes a result in herd7's words. */
public final class LitmusRenderer {
  private LitmusRenderer() {}

  /**
   * Writes a result.
   *
   * @param result the outcome of a test
   * @return several lines, each with its end
   */
  public static String render(LitmusResult result) {
    LitmusTest test = result.test();
    StringBuilder out = new StringBuilder();
    out.append("Test ").append(test.name()).append(' ').append(test.quantifier().kind());
    out.append('\n');
    if (result.counted()) {
      out.append("States ").append(result.states().size()).append('\n');
      result.states().forEach(state -> out.append(state).append('\n'));
    }
    if (result.verdict() != LitmusVerdict.UNKNOWN) {
      out.append(result.ok() ? "Ok" : "No").append('\n');
    }
    if (result.counted()) {
      out.append("Witnesses\nPositive: ").append(result.positive());
      out.append(" Negative: ").append(result.negative()).append('\n');
    }
    if (result.dataRace()) {
      out.append("Flag data-race\n");
    }
    out.append("Condition ").append(test.quantifier().text()).append(' ');
    out.append(test.conditionText).append('\n');
    out.append("Observation ").append(test.name()).append(' ').append(observation(result));
    if (result.counted()) {
      out.append(' ').append(result.positive()).append(' ').append(result.negative());
    }
    out.append('\n');
    if (result.reason() != null) {
      out.append("Reason ").append(result.reason()).append('\n');
    }
    double seconds = result.cpuNanos() / 1e9;
    out.append(String.format(Locale.ROOT, "Time %s %.2f\n", test.name(), seconds));
    return out.toString();
  }

  /** herd7 calls a test without executions Never; its two zeros tell the difference. */
  private static String observation(LitmusResult result) {
    LitmusVerdict verdict = result.verdict();
    return (verdict == LitmusVerdict.DEADLOCK ? LitmusVerdict.NEVER : verdict).word();
  }
}
