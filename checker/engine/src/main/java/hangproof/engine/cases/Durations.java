// SPDX-License-Identifier: MIT
package hangproof.engine.cases;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as users write them: {@code 90s}, {@code 10m}, {@code 1h30m}. */
public final class Durations {
  private static final Pattern WHOLE = Pattern.compile("([0-9]{1,6}(ms|s|m|h))+");
  private static final Pattern PART = Pattern.compile("([0-9]+)(ms|s|m|h)");

  private Durations() {}

  /**
   * Reads a duration.
   *
   * @throws IllegalArgumentException if it is none, or is zero
   */
  public static Duration parse(String text) {
    Duration sum = Duration.ZERO;
    if (WHOLE.matcher(text).matches()) {
      Matcher m = PART.matcher(text);
      while (m.find()) {
        sum = sum.plus(of(Long.parseLong(m.group(1)), m.group(2)));
      }
    }
    if (sum.isZero()) {
      throw new IllegalArgumentException(
          "'" + text + "' is no duration: write it as 90s, 10m or 1h30m");
    }
    return sum;
  }

  private static Duration of(long n, String unit) {
    return switch (unit) {
      case "ms" -> Duration.ofMillis(n);
      case "s" -> Duration.ofSeconds(n);
      case "m" -> Duration.ofMinutes(n);
      default -> Duration.ofHours(n);
    };
  }
}
