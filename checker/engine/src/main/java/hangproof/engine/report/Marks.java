// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import hangproof.engine.trace.CellValue;
import hangproof.engine.trace.TraceEvent;
import hangproof.engine.trace.TraceEvent.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the reads that matter in a run.
 *
 * <p>Under x86-TSO: a read of an old value while the new one waits in another role's store buffer.
 * No interleaving explains it. If there is none, for a hang: the last read of each role, if
 * somebody else has changed the cell since, for good. On these the roles decided to do nothing
 * more.
 *
 * @param items the items, some of them marked
 * @param legend what the mark means; null if there is none
 */
record Marks(List<Item> items, String legend) {
  static Marks find(List<Item> items, List<CellValue> memory, boolean hang) {
    Set<Item> early = passedByStore(items);
    if (!early.isEmpty()) {
      return marked(items, early, "reads the old value; the new one is in a store buffer");
    }
    Set<Item> outdated = hang ? outdated(items, memory) : Set.of();
    return outdated.isEmpty()
        ? new Marks(items, null)
        : marked(
            items, outdated, "the last thing this role looked at; somebody has changed it since");
  }

  private static Marks marked(List<Item> items, Set<Item> chosen, String legend) {
    return new Marks(items.stream().map(i -> chosen.contains(i) ? i.mark() : i).toList(), legend);
  }

  private static Set<Item> passedByStore(List<Item> items) {
    Set<Item> early = new HashSet<>();
    List<TraceEvent> buffered = new ArrayList<>();
    for (Item item : items) {
      TraceEvent e = item.event();
      if (e.kind() == Kind.PUSH) {
        buffered.add(e);
      } else if (e.kind() == Kind.FLUSH) {
        buffered.removeIf(
            p -> p.role() == e.role() && p.cell().equals(e.cell()) && p.after().equals(e.after()));
      } else if (isLook(e)
          && buffered.stream()
              .anyMatch(
                  p ->
                      p.role() != e.role()
                          && p.cell().equals(e.cell())
                          && !p.after().equals(e.before()))) {
        early.add(item);
      }
    }
    return early;
  }

  private static Set<Item> outdated(List<Item> items, List<CellValue> memory) {
    Map<String, String> atEnd = new HashMap<>();
    memory.forEach(c -> atEnd.put(c.cell(), c.value()));
    Map<Integer, Item> lastLook = new HashMap<>();
    for (Item item : items) {
      if (isLook(item.event())) {
        lastLook.put(item.role(), item);
      }
    }
    Set<Item> outdated = new HashSet<>();
    for (Item look : lastLook.values()) {
      boolean lasting = !look.event().before().equals(atEnd.get(look.event().cell()));
      if (lasting && changedByAnother(items, look)) {
        outdated.add(look);
      }
    }
    return outdated;
  }

  private static boolean changedByAnother(List<Item> items, Item look) {
    return items.subList(items.indexOf(look) + 1, items.size()).stream()
        .anyMatch(
            i ->
                i.changes()
                    && i.role() != look.role()
                    && i.event().cell().equals(look.event().cell()));
  }

  /** Whether the role learned something and changed nothing. */
  private static boolean isLook(TraceEvent e) {
    boolean failed = e.kind() == Kind.RMW && e.result() != null && e.before().equals(e.after());
    return (e.kind() == Kind.READ && !e.forwarded()) || failed;
  }
}
