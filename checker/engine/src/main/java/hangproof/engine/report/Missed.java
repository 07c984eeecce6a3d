// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import hangproof.engine.trace.GraphTrace;
import hangproof.engine.trace.GraphTrace.CoherenceOrder;
import hangproof.engine.trace.GraphTrace.Event;

/** Which write a read of an execution graph misses. */
final class Missed {
  private Missed() {}

  /** Role and position of the next write after the one that a read sees; null if there is none. */
  static int[] write(GraphTrace graph, Event read) {
    for (CoherenceOrder order : graph.orders()) {
      if (order.location() != read.location()) {
        continue;
      }
      int seen = -1;
      for (int i = 0; i < order.writes().size(); i++) {
        int[] w = order.writes().get(i);
        if (w[0] == read.fromRole() && w[1] == read.fromPosition()) {
          seen = i;
        }
      }
      return seen + 1 < order.writes().size() ? order.writes().get(seen + 1) : null;
    }
    return null;
  }

  /** What the last marked read does not see; empty if no read is marked. */
  static String sentence(GraphTrace graph) {
    String sentence = "";
    for (Event read : graph.events()) {
      int[] missed = read.marked() ? write(graph, read) : null;
      if (missed != null) {
        sentence =
            String.format(
                "%s reads %s=%s and misses %s of %s, though every order of all accesses puts that"
                    + " first.",
                graph.roles().get(read.role()),
                read.cell(),
                read.shown(),
                shown(graph, missed),
                graph.roles().get(missed[0]));
      }
    }
    return sentence;
  }

  private static String shown(GraphTrace graph, int[] write) {
    return graph.events().stream()
        .filter(e -> e.role() == write[0] && e.position() == write[1])
        .map(Event::shown)
        .findFirst()
        .orElse("the write");
  }
}
