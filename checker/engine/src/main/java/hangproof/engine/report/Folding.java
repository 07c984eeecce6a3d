// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import hangproof.engine.trace.TraceEvent.Kind;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/**
 * Chooses what a short report shows of a run: the reads that matter, what they missed, and then
 * what the roles did to each other, the later the rather. Steps that a role takes for itself are
 * folded first.
 */
final class Folding {
  private static final int MARKED = 1000;
  private static final int MISSED = 900;
  private static final int SEEN = 500;
  private static final int SAME_CELL = 10;
  private static final int INTERACTION = 50;
  private static final int LAST = 40;
  private static final int LAST_LOOK = 30;
  private static final int STALE = 90;
  private static final int LASTING = 30;
  private static final int LEFT = 90;
  private static final int LOOKED_AT = 30;
  private static final int CHANGE = 10;
  private static final int RECENT = 100;

  private final List<Item> items;
  private final int[] weights;

  private Folding(List<Item> items) {
    this.items = items;
    this.weights = new int[items.size()];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = weight(i) + RECENT * i / weights.length;
    }
    for (int i = 0; i < weights.length; i++) {
      if (items.get(i).marked()) {
        weighRelated(i);
      }
      if (isLastLookOfItsRole(i)) {
        weighChanges(i);
      }
      int act = actsOnStale(i);
      if (act >= 0) {
        weights[i] += STALE;
        weights[act] += STALE;
        weights[lastChangeBefore(act)] += STALE;
      }
    }
  }

  /**
   * As many items as fit, in their order; of the marked ones the last stays whatever happens.
   *
   * @param lines how many lines items take
   * @param room how many there are
   */
  static List<Item> fold(List<Item> items, ToIntFunction<List<Item>> lines, int room) {
    Folding folding = new Folding(items);
    List<Integer> best =
        IntStream.range(0, items.size())
            .boxed()
            .sorted(
                Comparator.comparingInt((Integer i) -> -folding.weights[i]).thenComparing(i -> -i))
            .toList();
    List<Item> chosen = items;
    for (int n = items.size(); n > 1 && lines.applyAsInt(chosen) > room; n--) {
      chosen = best.subList(0, n - 1).stream().sorted().map(items::get).toList();
    }
    return chosen;
  }

  private int weight(int at) {
    Item item = items.get(at);
    int weight = item.changes() ? CHANGE : 0;
    if (item.marked()) {
      weight += MARKED;
    }
    if (isLastOfItsRole(at)) {
      weight += LAST;
    }
    if (isLastLookOfItsRole(at)) {
      weight += LAST_LOOK;
    }
    if (isLasting(at)) {
      weight += LASTING + (item.event().after().startsWith("[") ? LEFT : 0);
    }
    if (meets(at, -1)) {
      weight += INTERACTION;
    }
    if (item.changes() && meets(at, 1)) {
      weight += INTERACTION;
    }
    return weight;
  }

  private boolean isLastOfItsRole(int at) {
    return items.subList(at + 1, items.size()).stream()
        .noneMatch(i -> i.role() == items.get(at).role());
  }

  private boolean isLastLookOfItsRole(int at) {
    return !items.get(at).changes()
        && items.subList(at + 1, items.size()).stream()
            .noneMatch(i -> i.role() == items.get(at).role() && !i.changes());
  }

  /** The change that an act on a stale value undoes; there is one. */
  private int lastChangeBefore(int act) {
    int change = act - 1;
    while (!sameCell(items.get(change), items.get(act)) || !items.get(change).changes()) {
      change--;
    }
    return change;
  }

  /**
   * Where a role acts later on what it reads here, though another has changed it in between; -1 if
   * it does not.
   */
  private int actsOnStale(int at) {
    Item look = items.get(at);
    boolean changed = false;
    for (int i = at + 1; i < items.size(); i++) {
      Item item = items.get(i);
      if (sameCell(item, look) && item.role() == look.role()) {
        return changed && item.changes() && !look.changes() ? i : -1;
      }
      changed |= sameCell(item, look) && item.changes();
    }
    return -1;
  }

  /**
   * Whether what is in the cell now stays there, and some other role has something to do with it.
   */
  private boolean isLasting(int at) {
    Item item = items.get(at);
    return item.changes()
        && items.subList(at + 1, items.size()).stream()
            .noneMatch(i -> i.changes() && sameCell(i, item))
        && items.stream().anyMatch(i -> i.role() != item.role() && sameCell(i, item));
  }

  /** Whether the next access to the cell, going one way, is another role's, and one changes it. */
  private boolean meets(int at, int way) {
    Item item = items.get(at);
    for (int i = at + way; i >= 0 && i < items.size(); i += way) {
      Item other = items.get(i);
      if (sameCell(item, other)) {
        return other.role() != item.role() && (item.changes() || other.changes());
      }
    }
    return false;
  }

  private void weighChanges(int look) {
    for (int i = 0; i < look; i++) {
      if (sameCell(items.get(i), items.get(look)) && items.get(i).changes()) {
        weights[i] += LOOKED_AT;
      }
    }
  }

  /** What a marked read saw, and what it did not see any more. */
  private void weighRelated(int look) {
    boolean missed = false;
    int seen = -1;
    for (int i = 0; i < items.size(); i++) {
      if (i == look || !sameCell(items.get(i), items.get(look))) {
        continue;
      }
      if (items.get(i).event().kind() == Kind.PUSH) {
        weights[i] += i < look ? MISSED : 0;
      }
      if (!items.get(i).changes()) {
        continue;
      }
      weights[i] += SAME_CELL;
      if (i < look) {
        seen = i;
      } else if (!missed && items.get(i).role() != items.get(look).role()) {
        weights[i] += MISSED;
        missed = true;
      }
    }
    if (seen >= 0) {
      weights[seen] += SEEN;
    }
  }

  private static boolean sameCell(Item a, Item b) {
    return a.event().cell() != null && a.event().cell().equals(b.event().cell());
  }
}
