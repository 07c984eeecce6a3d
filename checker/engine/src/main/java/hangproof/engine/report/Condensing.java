// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import hangproof.engine.trace.Frame;
import hangproof.engine.trace.TraceEvent;
import hangproof.engine.trace.TraceEvent.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Leaves out what matters least until a run fits a mail. A marked item always stays. */
final class Condensing {
  /** More accesses than this are too many to read. */
  private static final int ENOUGH = 36;

  private Condensing() {}

  static List<Item> condense(List<Item> items) {
    List<UnaryOperator<List<Item>>> means =
        List.of(
            Condensing::withoutConstants,
            Condensing::withoutBarriersAndLocks,
            Condensing::withoutKnown,
            Condensing::pairsAsOne,
            Condensing::operationsAsOne,
            Condensing::withoutPrivate);
    List<Item> left = items;
    for (UnaryOperator<List<Item>> mean : means) {
      if (left.size() > ENOUGH) {
        left = mean.apply(left);
      }
    }
    return left;
  }

  /** What never changes explains nothing. */
  private static List<Item> withoutConstants(List<Item> items) {
    Set<String> changed = new HashSet<>();
    items.stream()
        .filter(i -> i.changes() || i.event().kind() == Kind.PUSH)
        .forEach(i -> changed.add(i.event().cell()));
    return items.stream()
        .filter(i -> i.marked() || i.event().cell() == null || changed.contains(i.event().cell()))
        .toList();
  }

  private static List<Item> withoutBarriersAndLocks(List<Item> items) {
    return items.stream()
        .filter(
            i ->
                i.marked()
                    || (i.event().kind() != Kind.FENCE
                        && !i.access().startsWith("lock ")
                        && !i.access().startsWith("unlock ")))
        .toList();
  }

  /** A read of what the role knows from its last access, and nobody has changed since. */
  private static List<Item> withoutKnown(List<Item> items) {
    Map<List<Object>, String> known = new HashMap<>();
    List<Item> left = new ArrayList<>();
    for (Item item : items) {
      TraceEvent e = item.event();
      List<Object> place = Arrays.asList(e.role(), e.cell());
      boolean news = e.kind() != Kind.READ || !e.before().equals(known.get(place));
      if (news || item.marked()) {
        left.add(item);
      }
      if (item.changes()) {
        known.keySet().removeIf(p -> p.get(1).equals(e.cell()));
      }
      if (e.cell() != null && e.kind() != Kind.FLUSH) {
        known.put(place, e.after());
      }
    }
    return left;
  }

  /** What a role does twice to a cell, without a pause, is one change. */
  private static List<Item> pairsAsOne(List<Item> items) {
    List<Item> left = new ArrayList<>();
    for (Item item : items) {
      Item last = left.isEmpty() ? null : left.get(left.size() - 1);
      if (last != null && arePair(last, item)) {
        left.set(left.size() - 1, last.then(item));
      } else {
        left.add(item);
      }
    }
    return left;
  }

  private static boolean arePair(Item a, Item b) {
    return a.role() == b.role()
        && !a.marked()
        && !b.marked()
        && b.changes()
        && b.event().kind() != Kind.FLUSH
        && b.event().cell().equals(a.event().cell())
        && (a.changes() || a.event().kind() == Kind.READ)
        && b.event().before().equals(a.event().after())
        && functions(a).equals(functions(b));
  }

  private static List<String> functions(Item item) {
    return item.path().stream().map(Frame::function).toList();
  }

  /** What only one role touches in this run. */
  private static List<Item> withoutPrivate(List<Item> items) {
    Map<String, Set<Integer>> roles = new HashMap<>();
    items.forEach(i -> roles.computeIfAbsent(i.event().cell(), c -> new HashSet<>()).add(i.role()));
    return items.stream()
        .filter(
            i -> i.marked() || i.event().cell() == null || roles.get(i.event().cell()).size() > 1)
        .toList();
  }

  /** An operation that nobody interrupted is shown by what it changed. */
  private static List<Item> operationsAsOne(List<Item> items) {
    List<Item> shown = new ArrayList<>();
    int begin = 0;
    for (int i = 1; i <= items.size(); i++) {
      if (i == items.size() || !sameOperation(items.get(i - 1), items.get(i))) {
        List<Item> operation = items.subList(begin, i);
        boolean whole =
            operation.stream().noneMatch(Item::marked)
                && begins(items, begin)
                && ends(items, i - 1);
        shown.addAll(whole ? changes(operation) : operation);
        begin = i;
      }
    }
    return shown;
  }

  private static boolean sameOperation(Item a, Item b) {
    return a.role() == b.role() && !isNewOperation(a, b);
  }

  /** A role that is in another outermost function, or further up in it, has begun anew. */
  private static boolean isNewOperation(Item a, Item b) {
    if (a.path().isEmpty() || b.path().isEmpty()) {
      return true;
    }
    return !a.path().get(0).function().equals(b.path().get(0).function())
        || b.path().get(0).javaLine() < a.path().get(0).javaLine();
  }

  private static boolean begins(List<Item> items, int at) {
    for (int i = at - 1; i >= 0; i--) {
      if (items.get(i).role() == items.get(at).role()) {
        return isNewOperation(items.get(i), items.get(at));
      }
    }
    return true;
  }

  private static boolean ends(List<Item> items, int at) {
    for (int i = at + 1; i < items.size(); i++) {
      if (items.get(i).role() == items.get(at).role()) {
        return isNewOperation(items.get(at), items.get(i));
      }
    }
    return true;
  }

  /** For each cell that changed, its last change, with the value before the first. */
  private static List<Item> changes(List<Item> operation) {
    Map<String, Item> last = new LinkedHashMap<>();
    Map<String, String> first = new HashMap<>();
    for (Item item : operation) {
      if (item.changes()) {
        first.putIfAbsent(item.event().cell(), item.event().before());
        last.put(item.event().cell(), item);
      }
    }
    List<Item> changes = new ArrayList<>();
    last.forEach(
        (cell, item) -> {
          String before = first.get(cell);
          String after = item.event().after();
          if (!before.equals(after)) {
            changes.add(
                new Item(
                    item.event(),
                    item.number(),
                    cell + " " + before + " -> " + after,
                    item.path().subList(0, Math.min(1, item.path().size())),
                    false));
          }
        });
    return changes.isEmpty() ? operation : changes;
  }
}
