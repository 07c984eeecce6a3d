// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import hangproof.engine.explorer.Violation;
import hangproof.engine.trace.CellValue;
import hangproof.engine.trace.TraceEvent;
import hangproof.engine.trace.TraceEvent.Kind;
import hangproof.machine.Op;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Finds the reads that matter in a run.
 *
 * <p>Under x86-TSO: a read of an old value while the new one waits in another role's store buffer.
 * No interleaving explains it. If there is none, for a hang: the last read of each role, if
 * somebody else has changed the cell since, for good. On these the roles decided to do nothing
 * more. If there is none either, the same of accesses that learned a value and changed it,
 * constants left aside.
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
    Set<Item> outdated = hang ? outdated(items, memory, Marks::isLook) : Set.of();
    if (outdated.isEmpty() && hang) {
      outdated = outdated(items, memory, e -> learns(e) && changes(items, e.cell()));
    }
    return outdated.isEmpty()
        ? new Marks(items, null)
        : marked(
            items, outdated, "the last thing this role looked at; somebody has changed it since");
  }

  /** Those of a trace. */
  static Marks of(TraceFile trace) {
    Violation violation = trace.script().violation();
    boolean hang = violation == Violation.IO_HANG || violation == Violation.STALL;
    return find(Items.of(trace.run()), trace.run().memory(), hang);
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

  private static Set<Item> outdated(
      List<Item> items, List<CellValue> memory, Predicate<TraceEvent> look) {
    Map<String, String> atEnd = new HashMap<>();
    memory.forEach(c -> atEnd.put(c.cell(), c.value()));
    Map<Integer, Item> lastLook = new HashMap<>();
    for (Item item : items) {
      if (look.test(item.event())) {
        lastLook.put(item.role(), item);
      }
    }
    Set<Item> outdated = new HashSet<>();
    for (Item seen : lastLook.values()) {
      boolean lasting = !seen.event().before().equals(atEnd.get(seen.event().cell()));
      if (lasting && changedByAnother(items, seen)) {
        outdated.add(seen);
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

  private static boolean changes(List<Item> items, String cell) {
    return items.stream().anyMatch(i -> i.changes() && i.event().cell().equals(cell));
  }

  /** Whether the role learned something, though it may have changed the cell as well. */
  private static boolean learns(TraceEvent e) {
    boolean blocking = e.what().equals(Op.LOCK.name()) || e.what().startsWith("AWAIT");
    return isLook(e) || (e.kind() == Kind.RMW && e.result() != null && !blocking);
  }
}
