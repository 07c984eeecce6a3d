// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import hangproof.engine.trace.CellValue;
import hangproof.engine.trace.GraphTrace;
import hangproof.engine.trace.GraphTrace.Event;
import hangproof.engine.trace.GraphTrace.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * An execution graph as rows, each role's for itself: there is no order of all of them. A
 * read-modify-write is one row; a read of what another role wrote says which row that was.
 */
final class GraphRows {
  private final GraphTrace graph;
  private final Set<String> ghosts = new HashSet<>();
  private final Set<String> written = new HashSet<>();
  private final Set<String> looked = new HashSet<>();
  private final Map<List<Integer>, String> names = new HashMap<>();
  private final List<List<String>> rows = new ArrayList<>();
  private final List<List<Node>> nodes = new ArrayList<>();
  private int hidden;

  /** A row as a picture shows it. */
  record Node(Event event, Event write, String text) {
    /** Of the events that it stands for; none for a barrier. */
    List<Integer> positions() {
      if (event.kind() == Kind.FENCE) {
        return List.of();
      }
      return write == null
          ? List.of(event.position())
          : List.of(event.position(), write.position());
    }
  }

  /** An access: its event, and for a read-modify-write the write. */
  private record Access(Event event, Event write) {}

  /**
   * @param enough more rows than this are too many to read
   */
  GraphRows(GraphTrace graph, int enough) {
    this.graph = graph;
    for (CellValue cell : graph.memory()) {
      if (cell.ghost()) {
        ghosts.add(cell.cell());
      }
    }
    graph.orders().forEach(o -> written.add(o.cell()));
    graph.events().stream().filter(Event::marked).forEach(e -> looked.add(e.cell()));
    List<List<Access>> all = new ArrayList<>();
    for (int role = 0; role < graph.roles().size(); role++) {
      all.add(accesses(role));
    }
    for (UnaryOperator<List<Access>> means :
        List.<UnaryOperator<List<Access>>>of(
            this::withoutWhatTellsNothing, this::withoutOwn, this::onlyWhatIsMissed)) {
      if (all.stream().mapToInt(List::size).sum() > enough) {
        all.replaceAll(means);
      }
    }
    for (int role = 0; role < all.size(); role++) {
      name(role, all.get(role));
    }
    for (List<Access> accesses : all) {
      List<String> lines = new ArrayList<>();
      List<Node> boxes = new ArrayList<>();
      for (int i = 0; i < accesses.size(); i++) {
        Access a = accesses.get(i);
        lines.add(String.format("%3d  %s", i + 1, text(a)));
        boxes.add(new Node(a.event(), a.write(), text(a)));
      }
      rows.add(lines);
      nodes.add(boxes);
    }
  }

  /** The rows of a role. */
  List<String> of(int role) {
    return rows.get(role);
  }

  /** The same rows, with their events. */
  List<Node> nodes(int role) {
    return nodes.get(role);
  }

  /** How many accesses are not shown. */
  int hidden() {
    return hidden;
  }

  /**
   * For each cell that was written more than once, by whom, in coherence order.
   *
   * @param marked of cells only that a marked read looks at, if there are such
   */
  List<String> orders(boolean marked) {
    return graph.orders().stream()
        .filter(o -> !ghosts.contains(o.cell()) && o.writes().size() > 1)
        .filter(o -> !marked || looked.isEmpty() || looked.contains(o.cell()))
        .map(
            o ->
                o.cell()
                    + ": "
                    + String.join(", ", o.writes().stream().map(w -> name(w[0], w[1])).toList()))
        .toList();
  }

  private List<Access> accesses(int role) {
    List<Event> events =
        graph.events().stream()
            .filter(e -> e.role() == role && !ghosts.contains(e.cell()))
            .toList();
    List<Access> accesses = new ArrayList<>();
    for (int i = 0; i < events.size(); i++) {
      Event e = events.get(i);
      Event next = i + 1 < events.size() ? events.get(i + 1) : null;
      if (next != null && isWriteOf(next, e)) {
        accesses.add(new Access(e, next));
        i++;
      } else {
        accesses.add(new Access(e, null));
      }
    }
    return accesses;
  }

  private static boolean isWriteOf(Event write, Event read) {
    return read.kind() == Kind.READ
        && write.kind() == Kind.WRITE
        && write.location() == read.location()
        && write.what().equals(read.what())
        && !isPlainRead(read);
  }

  private static boolean isPlainRead(Event e) {
    return e.what().equals("read") || e.what().startsWith("read ");
  }

  private List<Access> withoutWhatTellsNothing(List<Access> accesses) {
    List<Access> left =
        accesses.stream()
            .filter(
                a ->
                    a.write() != null
                        || a.event().kind() != Kind.READ
                        || a.event().marked()
                        || a.event().waits()
                        || (written.contains(a.event().cell()) && isFromOther(a.event())))
            .toList();
    hidden += accesses.size() - left.size();
    return left;
  }

  /** What no other role has to do with: neither read from it, nor read by it. */
  private List<Access> withoutOwn(List<Access> accesses) {
    return kept(
        accesses,
        a ->
            a.event().kind() == Kind.FENCE
                || (writes(a) && looked.contains(a.event().cell()))
                || (a.event().kind() == Kind.READ && isFromOther(a.event()))
                || isReadByOther(a));
  }

  /** The marked reads, what they look at, and the barriers of their roles. */
  private List<Access> onlyWhatIsMissed(List<Access> accesses) {
    boolean looks = accesses.stream().anyMatch(a -> a.event().marked());
    return kept(
        accesses,
        a ->
            (looks && a.event().kind() == Kind.FENCE)
                || looked.isEmpty()
                || (writes(a) && looked.contains(a.event().cell())));
  }

  private List<Access> kept(List<Access> accesses, Predicate<Access> keep) {
    List<Access> left =
        accesses.stream()
            .filter(a -> a.event().marked() || a.event().waits() || keep.test(a))
            .toList();
    hidden += accesses.size() - left.size();
    return left;
  }

  private static boolean writes(Access a) {
    return a.write() != null || a.event().kind() == Kind.WRITE;
  }

  private boolean isReadByOther(Access a) {
    Event write = a.write() == null ? a.event() : a.write();
    return writes(a)
        && graph.events().stream()
            .anyMatch(
                r ->
                    r.kind() == Kind.READ
                        && r.role() != write.role()
                        && r.fromRole() == write.role()
                        && r.fromPosition() == write.position());
  }

  private static boolean isFromOther(Event e) {
    return e.fromRole() != e.role();
  }

  private void name(int role, List<Access> accesses) {
    for (int i = 0; i < accesses.size(); i++) {
      Access a = accesses.get(i);
      Event write = a.write() == null ? a.event() : a.write();
      if (write.kind() == Kind.WRITE) {
        names.put(List.of(role, write.position()), graph.roles().get(role) + "." + (i + 1));
      }
    }
  }

  private String name(int role, int position) {
    return role < 0
        ? "the start"
        : names.getOrDefault(List.of(role, position), graph.roles().get(role));
  }

  private String text(Access a) {
    Event e = a.event();
    String order = order(e.what());
    String text =
        switch (e.kind()) {
          case FENCE -> e.what();
          case CHOICE -> "chooses " + e.value();
          case WRITE -> "W " + e.cell() + "=" + e.shown() + order;
          case READ ->
              a.write() == null
                  ? "R " + e.cell() + "=" + e.shown() + order
                  : e.cell() + " " + e.shown() + " -> " + a.write().shown() + order;
        };
    if (e.kind() == Kind.READ && e.fromRole() >= 0 && isFromOther(e)) {
      text += " <- " + name(e.fromRole(), e.fromPosition());
    }
    return text + (e.waits() ? " waits" : "") + (e.marked() ? " !" : "");
  }

  /** The order that the operation has, if it has one. */
  private static String order(String what) {
    int space = what.lastIndexOf(' ');
    return space < 0 ? "" : what.substring(space);
  }
}
