// SPDX-License-Identifier: MIT
package hangproof.bench;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A case of the restarts protocol at some size.
 *
 * @param version such as {@code v4}
 */
record Size(String version, int submitters, int requests, int completers, int depth) {
  private static final Pattern TEXT =
      Pattern.compile("([a-z0-9-]+):S(\\d+)C(\\d+)(?:R(\\d+))?(?:D(\\d+))?");

  /**
   * Reads {@code version:SnCn[Rn][Dn]}: submitters, completers, requests of each submitter (1), the
   * device's queue depth (1).
   */
  static Size of(String text) {
    Matcher m = TEXT.matcher(text);
    if (!m.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is no size: write for example v4:S3C2 or draft:S2C2R2D1");
    }
    return new Size(
        m.group(1), number(m.group(2)), number(m.group(4)), number(m.group(3)), number(m.group(5)));
  }

  private static int number(String digits) {
    return digits == null ? 1 : Integer.parseInt(digits);
  }

  Map<String, Integer> bounds() {
    Map<String, Integer> bounds = new LinkedHashMap<>();
    bounds.put("submitters", submitters);
    bounds.put("requests", requests);
    bounds.put("completers", completers);
    bounds.put("depth", depth);
    return bounds;
  }

  /** In the form that {@link #of} reads. */
  @Override
  public String toString() {
    return version
        + ":S"
        + submitters
        + "C"
        + completers
        + (requests == 1 ? "" : "R" + requests)
        + (depth == 1 ? "" : "D" + depth);
  }
}
