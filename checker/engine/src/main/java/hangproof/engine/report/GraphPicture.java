// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import hangproof.engine.trace.GraphTrace;
import java.util.ArrayList;
import java.util.List;

/** Draws the roles of an execution graph, in two columns that are as short as the roles allow. */
final class GraphPicture {
  private static final int GAP = 2;

  /** More roles than this are not tried in all ways. */
  private static final int MOST_ROLES = 12;

  private final List<List<String>> blocks = new ArrayList<>();

  private GraphPicture(GraphTrace graph, GraphRows rows) {
    for (int role = 0; role < graph.roles().size(); role++) {
      if (rows.of(role).isEmpty()) {
        continue;
      }
      List<String> block = new ArrayList<>();
      block.add(Text.shorten(graph.roles().get(role), Text.COLUMNS));
      rows.of(role).forEach(r -> block.add(Text.shorten(r, Text.COLUMNS)));
      blocks.add(block);
    }
  }

  static List<String> draw(GraphTrace graph, GraphRows rows) {
    return new GraphPicture(graph, rows).columns();
  }

  /** Tries which roles go right; of equally short pictures, the first. */
  private List<String> columns() {
    int best = 0;
    int shortest = height(0);
    for (int right = 1; blocks.size() <= MOST_ROLES && right < 1 << blocks.size(); right++) {
      boolean fits = width(all() & ~right) + GAP + width(right) <= Text.COLUMNS;
      if (fits && height(right) < shortest) {
        best = right;
        shortest = height(right);
      }
    }
    List<String> left = column(all() & ~best);
    List<String> right = column(best);
    int width = left.stream().mapToInt(String::length).max().orElse(0) + GAP;
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < Math.max(left.size(), right.size()); i++) {
      String line = i < left.size() ? left.get(i) : "";
      lines.add(Text.stripEnd(i < right.size() ? Text.pad(line, width) + right.get(i) : line));
    }
    return lines;
  }

  private int all() {
    return (1 << blocks.size()) - 1;
  }

  private List<String> column(int roles) {
    List<String> lines = new ArrayList<>();
    for (int b = 0; b < blocks.size(); b++) {
      if ((roles >> b & 1) != 0) {
        lines.addAll(blocks.get(b));
      }
    }
    return lines;
  }

  private int width(int roles) {
    return column(roles).stream().mapToInt(String::length).max().orElse(0);
  }

  private int height(int right) {
    return Math.max(column(all() & ~right).size(), column(right).size());
  }
}
