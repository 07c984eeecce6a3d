// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Draws rows as lanes, one for each role that takes part. */
final class Picture {
  private static final int NUMBER = 3;
  private static final int LANE = (Text.COLUMNS - NUMBER - 3) / 2;
  private static final int MARK = 2;
  private static final int LONGEST_ACCESS = 36;

  /** Room that the last lane leaves for the name of a function, before accesses get theirs. */
  private static final int NAME = 28;

  private final List<Row> rows;
  private final List<String> roles;
  private final List<Integer> lanes;

  private Picture(List<Row> rows, List<String> roles) {
    this.rows = rows;
    this.roles = roles;
    this.lanes = rows.stream().map(Row::role).distinct().sorted(Comparator.naturalOrder()).toList();
  }

  /** Two roles stand side by side if all they do fits; more roles are staggered. */
  static List<String> draw(List<Row> rows, List<String> roles) {
    Picture picture = new Picture(rows, roles);
    boolean narrow = rows.stream().allMatch(r -> 2 * r.depth() + width(r) + MARK <= LANE);
    return picture.lanes.size() <= 2 && narrow ? picture.sideBySide() : picture.staggered();
  }

  private static int width(Row r) {
    int gap = r.function().isEmpty() || r.access().isEmpty() ? 0 : 1;
    return r.function().length() + gap + r.access().length();
  }

  private static String number(Row r) {
    return r.number() == 0 ? " ".repeat(NUMBER) : String.format("%" + NUMBER + "d", r.number());
  }

  private List<String> sideBySide() {
    List<String> lines = new ArrayList<>();
    StringBuilder names = new StringBuilder("  # ");
    StringBuilder ruler = new StringBuilder("--- ");
    for (int lane : lanes) {
      names.append(Text.pad(Text.shorten(roles.get(lane), LANE), LANE)).append("  ");
      ruler.append("-".repeat(LANE)).append("  ");
    }
    lines.add(names.toString());
    lines.add(ruler.toString());
    for (Row r : rows) {
      String call = " ".repeat(2 * r.depth()) + r.function();
      String text =
          Text.pad(call, LANE - MARK - r.access().length()) + r.access() + (r.marked() ? " !" : "");
      int before = lanes.indexOf(r.role()) * (LANE + 2);
      lines.add(number(r) + " " + " ".repeat(before) + text);
    }
    return lines.stream().map(Text::stripEnd).toList();
  }

  private List<String> staggered() {
    int step = lanes.size() <= 3 ? 3 : 2;
    int room = Text.COLUMNS - NUMBER - 2 - MARK - 1;
    int longest = Math.min(LONGEST_ACCESS, room - NAME - (lanes.size() - 1) * step);
    int access =
        Math.min(longest, rows.stream().mapToInt(r -> r.access().length()).max().orElse(0));
    int calls = room - access;
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < lanes.size(); i++) {
      String head = i == 0 ? "  #" : " ".repeat(NUMBER);
      String name = Text.shorten(roles.get(lanes.get(i)), calls - i * step);
      lines.add(head + "  " + bars(i, step) + name);
    }
    for (Row r : rows) {
      int lane = lanes.indexOf(r.role());
      int width = calls - lane * step;
      String call = Text.pad(indented(r, width), width);
      String what = Text.pad(AccessText.shorten(r.access(), access), access);
      String mark = r.marked() ? " !" : "";
      lines.add(number(r) + "  " + bars(lane, step) + call + " " + what + mark);
    }
    return lines.stream().map(Text::stripEnd).toList();
  }

  private static String bars(int lanes, int step) {
    return ("|" + " ".repeat(step - 1)).repeat(lanes);
  }

  /** Indented as deep as the call is, but less so where the name would not fit. */
  private static String indented(Row r, int room) {
    int indent = Math.max(0, Math.min(2 * r.depth(), room - r.function().length()));
    return " ".repeat(indent) + Text.shorten(r.function(), room - indent);
  }
}
