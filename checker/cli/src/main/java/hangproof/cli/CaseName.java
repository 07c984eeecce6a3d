// SPDX-License-Identifier: MIT
package hangproof.cli;

import java.util.Locale;
import java.util.regex.Pattern;
import javax.lang.model.SourceVersion;

/**
 * The name of a case that a user asks for, and what its classes are called.
 *
 * @param name such as {@code mine/dispatch-restart}
 * @param packageName such as {@code mine}
 * @param className such as {@code DispatchRestart}
 */
record CaseName(String name, String packageName, String className) {
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]*(/[a-z0-9][a-z0-9-]*)?");

  /** A name without a family belongs to this one. */
  private static final String FAMILY = "mine";

  /**
   * Reads a name.
   *
   * @throws IllegalArgumentException if it cannot be the name of a case; says what can
   */
  static CaseName parse(String text) {
    if (!NAME.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "' is no name for a case: write family/version in small letters, digits and"
              + " dashes, such as mine/dispatch-restart");
    }
    int slash = text.indexOf('/');
    String family = slash < 0 ? FAMILY : text.substring(0, slash);
    String version = text.substring(slash + 1);
    return new CaseName(family + "/" + version, packageName(family), className(version));
  }

  private static String packageName(String family) {
    String word = family.replace("-", "");
    return SourceVersion.isName(word) ? word : "p" + word;
  }

  private static String className(String version) {
    StringBuilder name = new StringBuilder();
    for (String word : version.split("-", -1)) {
      if (!word.isEmpty()) {
        name.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1));
      }
    }
    return Character.isDigit(name.charAt(0)) ? "Case" + name : name.toString();
  }
}
