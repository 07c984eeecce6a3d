// SPDX-License-Identifier: MIT
package hangproof.engine.drift;

/** C text without what does not matter; literals are kept as they are. */
final class CText {
  private CText() {}

  /** The same text, as long as before, with spaces for comments; line ends are kept. */
  static String withoutComments(String text) {
    StringBuilder code = new StringBuilder(text);
    int i = 0;
    while (i < code.length()) {
      char c = code.charAt(i);
      if (c == '"' || c == '\'') {
        i = afterLiteral(code, i);
      } else if (text.startsWith("/*", i)) {
        int end = text.indexOf("*/", i + 2);
        i = blank(code, i, end < 0 ? code.length() : end + 2);
      } else if (text.startsWith("//", i)) {
        int end = text.indexOf('\n', i);
        i = blank(code, i, end < 0 ? code.length() : end);
      } else {
        i++;
      }
    }
    return code.toString();
  }

  /** The position after a literal that begins here; one that is not closed ends with its line. */
  static int afterLiteral(CharSequence code, int begin) {
    char quote = code.charAt(begin);
    int i = begin + 1;
    while (i < code.length() && code.charAt(i) != quote && code.charAt(i) != '\n') {
      i += code.charAt(i) == '\\' ? 2 : 1;
    }
    return Math.min(i + 1, code.length());
  }

  private static int blank(StringBuilder code, int begin, int end) {
    for (int i = begin; i < end; i++) {
      if (code.charAt(i) != '\n') {
        code.setCharAt(i, ' ');
      }
    }
    return end;
  }

  /** Without white space, nor the backslashes at the ends of lines, but for literals. */
  static String withoutSpace(String code) {
    StringBuilder dense = new StringBuilder();
    int i = 0;
    while (i < code.length()) {
      char c = code.charAt(i);
      if (c == '"' || c == '\'') {
        int end = afterLiteral(code, i);
        dense.append(code, i, end);
        i = end;
      } else {
        if (!Character.isWhitespace(c) && !code.startsWith("\\\n", i)) {
          dense.append(c);
        }
        i++;
      }
    }
    return dense.toString();
  }

  /** The number of the line of a position, from 1. */
  static int line(String text, int position) {
    return 1 + (int) text.substring(0, position).chars().filter(c -> c == '\n').count();
  }
}
