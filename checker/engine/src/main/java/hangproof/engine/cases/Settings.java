// SPDX-License-Identifier: MIT
package hangproof.engine.cases;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Changed parameters as users write them: {@code submitters=3}. */
public final class Settings {
  private static final Pattern SETTING = Pattern.compile("([A-Za-z][A-Za-z0-9_-]*)=(-?[0-9]{1,9})");

  private Settings() {}

  /**
   * Reads settings.
   *
   * @throws IllegalArgumentException if one is not NAME=N, or a parameter is set twice
   */
  public static Map<String, Integer> parse(List<String> texts) {
    Map<String, Integer> settings = new LinkedHashMap<>();
    for (String text : texts) {
      Matcher m = SETTING.matcher(text.strip());
      if (!m.matches()) {
        throw new IllegalArgumentException(
            "'" + text + "' is no setting: write NAME=N, such as submitters=3");
      }
      if (settings.put(m.group(1), Integer.parseInt(m.group(2))) != null) {
        throw new IllegalArgumentException("'" + m.group(1) + "' is set twice");
      }
    }
    return settings;
  }
}
