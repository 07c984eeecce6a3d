// SPDX-License-Identifier: MIT
package hangproof.engine.drift;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where names are defined in C code that is laid out as the kernel's is.
 *
 * <p>Preprocessor conditions may leave braces unbalanced, so a body ends as the kernel's style has
 * it: with the first brace in the first column, if it does not end on the line that it begins on.
 */
final class CDefinitions {
  /** A definition. */
  record Place(int begin, int name, int end) {}

  private CDefinitions() {}

  /** All definitions of a name as a function or a macro, in their order. */
  static List<Place> of(String code, String name) {
    Matcher m =
        Pattern.compile("(?<![A-Za-z0-9_])" + Pattern.quote(name) + "(?![A-Za-z0-9_])")
            .matcher(code);
    List<Place> places = new ArrayList<>();
    int from = 0;
    while (m.find(from)) {
      Place place = at(code, m.start(), m.end());
      if (place != null) {
        places.add(place);
      }
      from = place == null ? m.end() : place.end();
    }
    return places;
  }

  private static Place at(String code, int name, int afterName) {
    int lineBegin = code.lastIndexOf('\n', name) + 1;
    String before = code.substring(lineBegin, name);
    if (before.matches("\\s*#\\s*define\\s+")) {
      return new Place(lineBegin, name, endOfMacro(code, afterName));
    }
    boolean column0 = name == lineBegin || !Character.isWhitespace(code.charAt(lineBegin));
    if (!column0 || !before.matches("[A-Za-z0-9_*\\s(),]*") || before.contains("=")) {
      return null;
    }
    int open = skipSpace(code, afterName);
    if (open >= code.length() || code.charAt(open) != '(') {
      return null;
    }
    int brace = braceAfter(code, closing(code, open));
    if (brace < 0) {
      return null;
    }
    return new Place(declarationBegin(code, lineBegin), name, endOfBody(code, brace));
  }

  private static int endOfMacro(String code, int from) {
    int end = code.indexOf('\n', from);
    while (end > 0 && code.substring(0, end).stripTrailing().endsWith("\\") && spaced(code, end)) {
      end = code.indexOf('\n', end + 1);
    }
    return end < 0 ? code.length() : end;
  }

  /** Whether only blanks stand between the last visible character and the end of this line. */
  private static boolean spaced(String code, int end) {
    int i = end - 1;
    while (i >= 0 && (code.charAt(i) == ' ' || code.charAt(i) == '\t' || code.charAt(i) == '\r')) {
      i--;
    }
    return i >= 0 && code.charAt(i) == '\\';
  }

  private static int skipSpace(String code, int from) {
    int i = from;
    while (i < code.length() && Character.isWhitespace(code.charAt(i))) {
      i++;
    }
    return i;
  }

  /** The position after the parenthesis that closes the one here. */
  private static int closing(String code, int open) {
    int depth = 0;
    int i = open;
    while (i < code.length()) {
      char c = code.charAt(i);
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      i++;
      if (depth == 0) {
        return i;
      }
    }
    return i;
  }

  /** Where the body begins, behind annotations such as __releases(lock); -1 if there is none. */
  private static int braceAfter(String code, int from) {
    int i = skipSpace(code, from);
    while (i < code.length() && (Character.isLetter(code.charAt(i)) || code.charAt(i) == '_')) {
      while (i < code.length()
          && (Character.isLetterOrDigit(code.charAt(i)) || code.charAt(i) == '_')) {
        i++;
      }
      i = skipSpace(code, i);
      if (i < code.length() && code.charAt(i) == '(') {
        i = skipSpace(code, closing(code, i));
      }
    }
    return i < code.length() && code.charAt(i) == '{' ? i : -1;
  }

  /** A return type may stand on lines of its own. */
  private static int declarationBegin(String code, int lineBegin) {
    int begin = lineBegin;
    while (begin > 1) {
      int previous = code.lastIndexOf('\n', begin - 2) + 1;
      String line = code.substring(previous, begin - 1).strip();
      if (!line.matches("[A-Za-z_][A-Za-z0-9_*\\s]*")) {
        return begin;
      }
      begin = previous;
    }
    return begin;
  }

  private static int endOfBody(String code, int brace) {
    int lineEnd = code.indexOf('\n', brace);
    int depth = 0;
    for (int i = brace; i < (lineEnd < 0 ? code.length() : lineEnd); i++) {
      char c = code.charAt(i);
      depth += c == '{' ? 1 : c == '}' ? -1 : 0;
      if (depth == 0) {
        return i + 1;
      }
    }
    int end = code.indexOf("\n}", brace);
    return end < 0 ? code.length() : end + 2;
  }
}
