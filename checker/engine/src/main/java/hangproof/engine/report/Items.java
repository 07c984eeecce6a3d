// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import hangproof.engine.trace.CellValue;
import hangproof.engine.trace.ReplayedRun;
import hangproof.engine.trace.TraceEvent;
import hangproof.engine.trace.TraceEvent.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The events of a run that a report may show. */
final class Items {
  private Items() {}

  /** All but the harness's statistics; a store that nobody saw wait is an ordinary store. */
  static List<Item> of(ReplayedRun run) {
    Set<String> ghosts = new HashSet<>();
    for (CellValue c : run.memory()) {
      if (c.ghost()) {
        ghosts.add(c.cell());
      }
    }
    List<TraceEvent> events =
        run.events().stream().filter(e -> !ghosts.contains(e.cell())).toList();
    List<Item> items = new ArrayList<>();
    Set<TraceEvent> dropped = new HashSet<>();
    for (int i = 0; i < events.size(); i++) {
      TraceEvent e = events.get(i);
      if (dropped.contains(e)) {
        continue;
      }
      TraceEvent flush = e.kind() == Kind.PUSH ? flushAtOnce(events, i) : null;
      if (flush == null) {
        items.add(Item.of(e, items.size() + 1));
      } else {
        dropped.add(flush);
        items.add(Item.of(asWrite(e), items.size() + 1));
      }
    }
    return items;
  }

  /** The flush of a pushed store, if no other role moved meanwhile. */
  private static TraceEvent flushAtOnce(List<TraceEvent> events, int push) {
    TraceEvent e = events.get(push);
    for (TraceEvent later : events.subList(push + 1, events.size())) {
      if (later.role() != e.role()) {
        return null;
      }
      if (later.kind() == Kind.FLUSH) {
        boolean same = later.cell().equals(e.cell()) && later.after().equals(e.after());
        return same ? later : null;
      }
    }
    return null;
  }

  private static TraceEvent asWrite(TraceEvent e) {
    return new TraceEvent(
        e.step(),
        e.role(),
        Kind.WRITE,
        e.what(),
        e.cell(),
        e.before(),
        e.after(),
        e.result(),
        false,
        e.stack());
  }
}
