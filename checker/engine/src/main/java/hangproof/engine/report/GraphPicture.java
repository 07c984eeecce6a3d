// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import hangproof.engine.trace.GraphTrace;
import java.util.ArrayList;
import java.util.List;

/** Draws the roles of an execution graph, in two columns if they fit. */
final class GraphPicture {
  private static final int GAP = 2;
  private static final int COLUMN = (Text.COLUMNS - GAP) / 2;

  private GraphPicture() {}

  static List<String> draw(GraphTrace graph, GraphRows rows) {
    List<String> left = new ArrayList<>();
    List<String> right = new ArrayList<>();
    boolean narrow = true;
    for (int role = 0; role < graph.roles().size(); role++) {
      narrow &= rows.of(role).stream().allMatch(r -> r.length() <= COLUMN);
    }
    for (int role = 0; role < graph.roles().size(); role++) {
      if (rows.of(role).isEmpty()) {
        continue;
      }
      List<String> to = narrow && right.size() < left.size() ? right : left;
      to.add(Text.shorten(graph.roles().get(role), COLUMN));
      rows.of(role).forEach(r -> to.add(Text.shorten(r, Text.COLUMNS)));
    }
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < Math.max(left.size(), right.size()); i++) {
      String line = i < left.size() ? left.get(i) : "";
      lines.add(
          Text.stripEnd(i < right.size() ? Text.pad(line, COLUMN + GAP) + right.get(i) : line));
    }
    return lines;
  }
}
