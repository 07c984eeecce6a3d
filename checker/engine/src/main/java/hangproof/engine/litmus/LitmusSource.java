// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of a litmus file cut into its header and what the grammar reads.
 *
 * <p>Comments and the header become blanks, so that positions in the rest stay those of the file.
 *
 * @param name the test's name, from its first line
 * @param recorded what the first {@code Result:} in a comment says, or null
 * @param body the file with header and comments blanked out
 */
record LitmusSource(String name, String recorded, String body) {
  private static final Pattern RESULT =
      Pattern.compile("\\bResult:[ \\t]*([A-Za-z]+(?:[ \\t]+DATARACE)?)");
  private static final Pattern FIRST_LINE = Pattern.compile("\\A\\s*C[ \\t]+(\\S+)[^\\n]*");

  static LitmusSource of(String text) {
    StringBuilder body = new StringBuilder(text);
    StringBuilder comments = new StringBuilder();
    blankComments(text, body, comments);
    Matcher first = FIRST_LINE.matcher(body);
    if (!first.find()) {
      throw new LitmusSyntaxException(
          new Position(1, 1), "a litmus test in C begins with a line \"C name\"");
    }
    String name = first.group(1);
    int brace = body.indexOf("{", first.end());
    if (brace < 0) {
      throw new LitmusSyntaxException(
          positionOf(text, text.length()), "no initial state: '{' is missing");
    }
    blank(body, 0, brace);
    Matcher result = RESULT.matcher(comments);
    return new LitmusSource(name, result.find() ? result.group(1) : null, body.toString());
  }

  /** Blanks out the three kinds of comment; "(*" is one only outside thread bodies. */
  private static void blankComments(String text, StringBuilder body, StringBuilder comments) {
    int depth = 0;
    int blocks = 0;
    int i = 0;
    while (i < text.length()) {
      char c = text.charAt(i);
      String close = null;
      if (text.startsWith("/*", i)) {
        close = "*/";
      } else if (text.startsWith("//", i)) {
        close = "\n";
      } else if (text.startsWith("(*", i) && (depth == 0 || blocks == 1)) {
        close = "*)";
      }
      if (close != null) {
        int end = text.indexOf(close, i + (close.length() == 2 ? 2 : 0));
        if (end < 0 && close.length() == 2) {
          throw new LitmusSyntaxException(positionOf(text, i), "this comment is never closed");
        }
        int stop = end < 0 ? text.length() : close.length() == 2 ? end + 2 : end;
        comments.append(text, i, stop).append('\n');
        blank(body, i, stop);
        i = stop;
        continue;
      }
      if (c == '{') {
        blocks += depth == 0 ? 1 : 0;
        depth++;
      } else if (c == '}' && depth > 0) {
        depth--;
      }
      i++;
    }
  }

  private static void blank(StringBuilder text, int from, int to) {
    for (int i = from; i < to; i++) {
      if (text.charAt(i) != '\n') {
        text.setCharAt(i, ' ');
      }
    }
  }

  private static Position positionOf(String text, int offset) {
    int line = 1;
    int start = 0;
    for (int i = 0; i < offset; i++) {
      if (text.charAt(i) == '\n') {
        line++;
        start = i + 1;
      }
    }
    return new Position(line, offset - start + 1);
  }
}
