// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import java.util.ArrayList;
import java.util.List;

/** Text as a mail carries it: ASCII, no tabs, short lines. */
final class Text {
  /** The kernel's submitting-patches asks for lines of at most 75 columns. */
  static final int COLUMNS = 75;

  private Text() {}

  /** Whatever a mail cannot carry becomes a question mark, and white space a space. */
  static String ascii(String text) {
    StringBuilder ascii = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              if (Character.isWhitespace(c)) {
                ascii.append(' ');
              } else {
                ascii.append(c > ' ' && c < 127 ? (char) c : '?');
              }
            });
    return ascii.toString();
  }

  /** Breaks text at spaces; a word that is too long for a line is cut. */
  static List<String> wrap(String text, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : ascii(text).strip().split(" +", -1)) {
      String rest = word;
      if (line.length() + 1 + rest.length() > width && line.length() > 0) {
        lines.add(line.toString());
        line.setLength(0);
      }
      while (rest.length() > width) {
        lines.add(rest.substring(0, width));
        rest = rest.substring(width);
      }
      line.append(line.length() == 0 ? "" : " ").append(rest);
    }
    lines.add(line.toString());
    return lines;
  }

  /** A shell command, broken as a shell takes it. */
  static List<String> wrapCommand(String command, int width) {
    List<String> lines = new ArrayList<>(wrap(command, width - 2));
    for (int i = 0; i + 1 < lines.size(); i++) {
      lines.set(i, lines.get(i) + " \\");
    }
    return lines;
  }

  /** Leaves out the middle of what is too long. */
  static String shorten(String text, int width) {
    if (text.length() <= width) {
      return text;
    }
    int tail = Math.max(0, (width - 2) / 2);
    int head = Math.max(0, width - 2 - tail);
    return text.substring(0, head) + ".." + text.substring(text.length() - tail);
  }

  static String pad(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
  }

  static String stripEnd(String text) {
    return text.stripTrailing();
  }

  /** Such as {@code a, b and c}. */
  static String list(List<String> words) {
    int last = words.size() - 1;
    return last <= 0
        ? String.join("", words)
        : String.join(", ", words.subList(0, last)) + " and " + words.get(last);
  }
}
