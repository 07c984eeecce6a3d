// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import hangproof.engine.trace.GraphTrace;
import hangproof.engine.trace.GraphTrace.CoherenceOrder;
import hangproof.engine.trace.GraphTrace.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Lays out an execution graph: a column for each role, program order downwards, and a read below
 * the write that it reads from, which is possible since no cycle of both is explored.
 */
final class GraphSvg {
  private static final int CHARACTER = 7;
  private static final int TENTHS = 74;
  private static final int PADDING = 8;
  private static final int GAP = 56;
  private static final int ROW = 40;
  private static final int HEIGHT = 24;
  private static final int TOP = 34;
  private static final int BOW = 26;

  private final GraphTrace graph;
  private final GraphRows rows;
  private final List<List<GraphRows.Node>> columns = new ArrayList<>();
  private final Map<List<Integer>, Place> places = new HashMap<>();
  private final List<List<Place>> placed = new ArrayList<>();
  private final List<Edge> edges = new ArrayList<>();
  private final List<Box> boxes = new ArrayList<>();
  private final List<Label> labels = new ArrayList<>();
  private final Set<List<Place>> drawn = new HashSet<>();
  private int width;
  private int height;

  /** Where the box of an event is. */
  private record Place(int x, int y, int width) {}

  /** A box of the picture. */
  public record Box(
      String id, int x, int y, int width, int height, String text, boolean marked, boolean waits) {}

  /** An arrow of the picture. */
  public record Edge(String kind, String path, String label, int x, int y) {}

  /** The name over a column. */
  public record Label(int x, int y, String text) {}

  /**
   * @param enough more boxes than this are too many to look at
   */
  GraphSvg(GraphTrace graph, int enough) {
    this.graph = graph;
    this.rows = new GraphRows(graph, enough);
    place();
    connect();
  }

  Map<String, Object> model() {
    Map<String, Object> model = new HashMap<>();
    model.put("width", width);
    model.put("height", height);
    model.put("boxes", boxes);
    model.put("edges", edges);
    model.put("labels", labels);
    model.put("hidden", rows.hidden());
    model.put("orders", rows.orders(false));
    model.put("lists", lists());
    return model;
  }

  /** The same as text, for who sees no picture. */
  private List<Map<String, Object>> lists() {
    List<Map<String, Object>> lists = new ArrayList<>();
    for (int role = 0; role < graph.roles().size(); role++) {
      if (!rows.of(role).isEmpty()) {
        lists.add(Map.of("role", graph.roles().get(role), "rows", rows.of(role)));
      }
    }
    return lists;
  }

  private void place() {
    int[][] level = levels();
    int x = PADDING;
    for (int role = 0; role < columns.size(); role++) {
      List<GraphRows.Node> nodes = columns.get(role);
      placed.add(new ArrayList<>());
      if (nodes.isEmpty()) {
        continue;
      }
      int longest = graph.roles().get(role).length();
      for (GraphRows.Node n : nodes) {
        longest = Math.max(longest, n.text().length());
      }
      int columnWidth = longest * TENTHS / 10 + 2 * PADDING;
      labels.add(new Label(x, TOP - 14, graph.roles().get(role)));
      for (int i = 0; i < nodes.size(); i++) {
        GraphRows.Node n = nodes.get(i);
        int y = TOP + level[role][i] * ROW;
        Place place = new Place(x, y, columnWidth);
        placed.get(role).add(place);
        for (int position : n.positions()) {
          places.put(List.of(role, position), place);
        }
        boxes.add(
            new Box(
                "e" + role + "-" + (i + 1),
                x,
                y,
                columnWidth,
                HEIGHT,
                n.text(),
                n.event().marked(),
                n.event().waits()));
        height = Math.max(height, y + HEIGHT + PADDING);
      }
      x += columnWidth + GAP;
    }
    width = x - GAP + BOW + PADDING;
  }

  /** How far down each box comes: below its predecessor, and below what it reads from. */
  private int[][] levels() {
    for (int role = 0; role < graph.roles().size(); role++) {
      columns.add(rows.nodes(role));
    }
    int[][] level = new int[columns.size()][];
    Map<List<Integer>, int[]> at = new HashMap<>();
    for (int role = 0; role < columns.size(); role++) {
      level[role] = new int[columns.get(role).size()];
      for (int i = 0; i < level[role].length; i++) {
        for (int position : columns.get(role).get(i).positions()) {
          at.put(List.of(role, position), new int[] {role, i});
        }
      }
    }
    boolean moved = true;
    // Without a cycle nothing moves more often than there are boxes.
    for (int round = 0; moved && round <= at.size() + 1; round++) {
      moved = false;
      for (int role = 0; role < columns.size(); role++) {
        for (int i = 0; i < level[role].length; i++) {
          GraphTrace.Event e = columns.get(role).get(i).event();
          int least = i == 0 ? 0 : level[role][i - 1] + 1;
          int[] from =
              e.kind() == Kind.READ ? at.get(List.of(e.fromRole(), e.fromPosition())) : null;
          if (from != null && from[0] != role) {
            least = Math.max(least, level[from[0]][from[1]] + 1);
          }
          if (level[role][i] < least) {
            level[role][i] = least;
            moved = true;
          }
        }
      }
    }
    return level;
  }

  private void connect() {
    for (int role = 0; role < columns.size(); role++) {
      List<GraphRows.Node> nodes = columns.get(role);
      for (int i = 1; i < nodes.size(); i++) {
        Place a = placed.get(role).get(i - 1);
        int x = a.x() + PADDING + CHARACTER;
        int end = placed.get(role).get(i).y();
        edges.add(new Edge("po", "M" + x + " " + (a.y() + HEIGHT) + "V" + end, "", 0, 0));
      }
      for (int i = 0; i < nodes.size(); i++) {
        connect(role, nodes.get(i).event(), placed.get(role).get(i));
      }
    }
    for (CoherenceOrder order : graph.orders()) {
      for (int i = 1; i < order.writes().size(); i++) {
        int[] a = order.writes().get(i - 1);
        int[] b = order.writes().get(i);
        if (a[0] != b[0]) {
          arrow("co", places.get(List.of(a[0], a[1])), places.get(List.of(b[0], b[1])));
        }
      }
    }
  }

  private void connect(int role, GraphTrace.Event e, Place read) {
    if (e.kind() != Kind.READ) {
      return;
    }
    if (e.fromRole() >= 0 && e.fromRole() != role) {
      arrow("rf", places.get(List.of(e.fromRole(), e.fromPosition())), read);
    }
    int[] next = Missed.write(graph, e);
    if (e.marked() && next != null) {
      Place write = places.get(List.of(next[0], next[1]));
      arrow("fr", read, write);
      arrow("missing", write, read);
    }
  }

  private void arrow(String kind, Place a, Place b) {
    if (a == null || b == null || a.equals(b)) {
      return;
    }
    boolean twin = !drawn.add(List.of(a, b));
    if (twin && "co".equals(kind)) {
      return; // A read-modify-write overwrites what it reads: one arrow says both.
    }
    int shift = "fr".equals(kind) ? 5 : "missing".equals(kind) ? -5 : 0;
    int y1 = a.y() + HEIGHT / 2 + shift;
    int y2 = b.y() + HEIGHT / 2 + shift;
    int x1;
    int x2;
    int c1;
    int c2;
    if (a.x() == b.x()) {
      x1 = a.x() + a.width();
      x2 = x1;
      c1 = x1 + BOW;
      c2 = c1;
    } else {
      boolean right = a.x() < b.x();
      x1 = right ? a.x() + a.width() : a.x();
      x2 = right ? b.x() : b.x() + b.width();
      int half = Math.max(GAP / 2, Math.abs(x2 - x1) / 3);
      c1 = right ? x1 + half : x1 - half;
      c2 = right ? x2 - half : x2 + half;
    }
    String path =
        "M" + x1 + " " + y1 + "C" + c1 + " " + y1 + " " + c2 + " " + y2 + " " + x2 + " " + y2;
    edges.add(new Edge(kind, path, kind, (x1 + x2 + c1 + c2) / 4, (y1 + y2) / 2 - 3));
  }
}
