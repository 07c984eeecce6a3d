// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import hangproof.engine.trace.Frame;
import hangproof.engine.trace.TraceEvent;
import java.util.ArrayList;
import java.util.List;

/**
 * An event of a run as a report shows it.
 *
 * @param number its place in the run, from 1; what was folded into it has no number of its own
 * @param access what was done, in words
 * @param path the functions that were running, the outermost first
 * @param marked whether it is a read that matters
 */
record Item(TraceEvent event, int number, String access, List<Frame> path, boolean marked) {
  static Item of(TraceEvent event, int number) {
    return new Item(event, number, AccessText.of(event), path(event.stack()), false);
  }

  Item mark() {
    return new Item(event, number, access, path, true);
  }

  Item unmark() {
    return new Item(event, number, access, path, false);
  }

  /** This item and the next one of the same role on the same cell as one. */
  Item then(Item next) {
    TraceEvent a = event;
    TraceEvent b = next.event;
    TraceEvent both =
        new TraceEvent(
            a.step(),
            a.role(),
            b.kind(),
            b.what(),
            a.cell(),
            a.before(),
            b.after(),
            b.result(),
            false,
            a.stack());
    String text = changes() ? access + " -> " + b.after() : AccessText.change(both);
    return new Item(both, number, text, path, marked || next.marked);
  }

  int role() {
    return event.role();
  }

  /** Whether the cell holds something else afterwards. */
  boolean changes() {
    return event.cell() != null
        && event.kind() != TraceEvent.Kind.PUSH
        && !event.before().equals(event.after());
  }

  /**
   * A function and the lambdas inside it carry the same name, and are one. A lambda of a
   * constructor has no name of its own and is left out.
   */
  private static List<Frame> path(List<Frame> innermostFirst) {
    List<Frame> path = new ArrayList<>();
    for (int i = innermostFirst.size() - 1; i >= 0; i--) {
      Frame frame = innermostFirst.get(i);
      Frame last = path.isEmpty() ? null : path.get(path.size() - 1);
      if (frame.function().equals("new") || frame.function().equals("<init>")) {
        continue;
      }
      if (last != null
          && last.function().equals(frame.function())
          && last.javaFile().equals(frame.javaFile())) {
        path.remove(path.size() - 1);
      }
      path.add(frame);
    }
    return path;
  }
}
