// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import hangproof.engine.trace.CellValue;
import hangproof.engine.trace.RoleEnd;
import hangproof.engine.trace.TraceEvent.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Says in two sentences why a run is bad: what was overlooked, and how it all stands then. */
final class Why {
  private static final int MOST_CELLS = 2;

  private final TraceFile trace;
  private final List<Item> all;
  private final boolean hang;

  /**
   * @param all what happened, the reads that matter marked
   */
  Why(TraceFile trace, List<Item> all, boolean hang) {
    this.trace = trace;
    this.all = all;
    this.hang = hang;
  }

  /**
   * Both sentences.
   *
   * @param shown what the report shows, so that what memory holds is told of the same cells
   */
  String text(List<Item> shown) {
    return overlooked() + " " + standing(shown);
  }

  /** What a role did not see, or the last thing that happened. */
  String overlooked() {
    for (int i = all.size() - 1; i >= 0; i--) {
      if (all.get(i).marked()) {
        return all.get(i).event().cell() == null ? "" : overlooked(i);
      }
    }
    for (int i = all.size() - 1; i >= 0; i--) {
      if (all.get(i).changes()) {
        Item last = all.get(i);
        return "The last change is " + role(last) + "'s, in " + last.number() + ".";
      }
    }
    return "Nothing changes in this run.";
  }

  private String overlooked(int look) {
    Item read = all.get(look);
    String cell = read.event().cell();
    String saw = read.number() + " reads " + cell + "=" + read.event().before();
    Item buffered = bufferedBefore(look);
    if (buffered != null) {
      return String.format(
          "%s although %s wrote %s in %d: the store is still in its store buffer.",
          saw, role(buffered), buffered.event().after(), buffered.number());
    }
    for (Item later : all.subList(look + 1, all.size())) {
      if (later.changes() && cell.equals(later.event().cell()) && later.role() != read.role()) {
        return String.format(
            "%s, which %s changes to %s in %d; %s does not look again.",
            saw, role(later), later.event().after(), later.number(), role(read));
      }
    }
    return saw + ".";
  }

  /** The store to the same cell that another role's buffer holds at a read. */
  private Item bufferedBefore(int look) {
    Item read = all.get(look);
    Item found = null;
    for (Item i : all.subList(0, look)) {
      if (i.role() == read.role() || !read.event().cell().equals(i.event().cell())) {
        continue;
      }
      if (i.event().kind() == Kind.PUSH && !i.event().after().equals(read.event().before())) {
        found = i;
      } else if (i.event().kind() == Kind.FLUSH
          && found != null
          && i.role() == found.role()
          && i.event().after().equals(found.event().after())) {
        found = null;
      }
    }
    return found;
  }

  private String standing(List<Item> shown) {
    List<String> parts = new ArrayList<>();
    if (hang) {
      ends().forEach((what, roles) -> parts.add(Text.list(roles) + " " + verb(roles, what)));
    }
    String left = left(shown);
    if (!left.isEmpty()) {
      parts.add("memory holds " + left);
    }
    String head = "Then ";
    if (hang) {
      head =
          trace.script().terminal() ? "Then nothing can move: " : "From there no run completes: ";
    }
    return parts.isEmpty() ? "" : head + String.join("; ", parts) + ".";
  }

  private Map<String, List<String>> ends() {
    Map<String, List<String>> ends = new LinkedHashMap<>();
    for (RoleEnd end : trace.run().ends()) {
      String what = "can go on";
      if (end.ended()) {
        what = "{has} returned";
      } else if (end.blocked()) {
        what = end.cell() == null ? "{waits}" : "{waits} for " + end.cell();
      }
      ends.computeIfAbsent(what, w -> new ArrayList<>()).add(trace.run().roles().get(end.role()));
    }
    return ends;
  }

  private static String verb(List<String> roles, String what) {
    boolean one = roles.size() == 1;
    return what.replace("{has}", one ? "has" : "have").replace("{waits}", one ? "waits" : "wait");
  }

  /** A few cells that are not as in the beginning: lists first, then what the report shows. */
  private String left(List<Item> shown) {
    Set<String> seen = new HashSet<>();
    shown.forEach(i -> seen.add(i.event().cell()));
    List<String> cells =
        trace.run().memory().stream()
            .filter(c -> !c.ghost() && !c.value().equals(c.initial()))
            .sorted(
                Comparator.comparing((CellValue c) -> !c.value().startsWith("["))
                    .thenComparing(c -> !seen.contains(c.cell())))
            .limit(MOST_CELLS)
            .map(c -> c.cell() + "=" + c.value())
            .toList();
    return Text.list(cells);
  }

  private String role(Item item) {
    return trace.run().roles().get(item.role());
  }
}
