// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import hangproof.engine.trace.Frame;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Lays out items as rows: functions indented as they are called, each access in its function. */
final class Rows {
  private final List<Item> items;
  private final List<Row> rows = new ArrayList<>();
  private final Map<Integer, List<Frame>> shown = new HashMap<>();

  private Rows(List<Item> items) {
    this.items = items;
  }

  static List<Row> of(List<Item> items) {
    Rows rows = new Rows(items);
    for (int i = 0; i < items.size(); i++) {
      rows.add(i);
    }
    return rows.rows;
  }

  private void add(int at) {
    Item item = items.get(at);
    List<Frame> path = item.path();
    List<Frame> old = shown.getOrDefault(item.role(), List.of());
    int common = common(old, path);
    int depth = 0;
    for (int d = 0; d < path.size() - 1; d++) {
      if (!worthARow(at, d)) {
        continue;
      }
      if (d >= common) {
        rows.add(new Row(0, item.role(), depth, name(path.get(d)), "", false));
      }
      depth++;
    }
    boolean interrupted = at > 0 && items.get(at - 1).role() != item.role();
    boolean same = !interrupted && !path.isEmpty() && common == path.size() && old.size() == common;
    String function = path.isEmpty() || same ? "" : name(path.get(path.size() - 1));
    rows.add(new Row(item.number(), item.role(), depth, function, item.access(), item.marked()));
    shown.put(item.role(), path);
  }

  private static String name(Frame frame) {
    return frame.function() + "()";
  }

  /** How many functions of the outermost are still the same calls. */
  private static int common(List<Frame> old, List<Frame> path) {
    int d = 0;
    while (d < old.size() && d < path.size()) {
      Frame a = old.get(d);
      Frame b = path.get(d);
      if (!a.function().equals(b.function())) {
        return d;
      }
      d++;
      if (a.javaLine() != b.javaLine()) {
        return d;
      }
    }
    return d;
  }

  /** A call in which only one thing happens is left out for what happens in it. */
  private boolean worthARow(int at, int depth) {
    Item item = items.get(at);
    return together(at, -1, depth) + together(at, 1, depth) > 0 && item.path().size() > depth + 1;
  }

  /** How many items of the role, going one way, are in the same call but in another call below. */
  private int together(int at, int way, int depth) {
    Item item = items.get(at);
    int n = 0;
    for (int i = at + way; i >= 0 && i < items.size(); i += way) {
      if (items.get(i).role() != item.role()) {
        continue;
      }
      int common = common(items.get(i).path(), item.path());
      if (common <= depth) {
        return n;
      }
      if (common == depth + 1) {
        n++;
      }
    }
    return n;
  }
}
