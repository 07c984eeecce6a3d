// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import hangproof.engine.trace.TraceEvent.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Leaves out what matters least until a run fits a mail. A marked item always stays. */
final class Condensing {
  /** More lines than this are too many to read. */
  private static final int ENOUGH = 45;

  private Condensing() {}

  static List<Item> condense(List<Item> items) {
    List<UnaryOperator<List<Item>>> means =
        List.of(
            Condensing::withoutConstants,
            Condensing::withoutBarriersAndLocks,
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
                    cell + " " + before + " -> " + after,
                    item.path().subList(0, Math.min(1, item.path().size())),
                    false));
          }
        });
    return changes.isEmpty() ? operation : changes;
  }
}
