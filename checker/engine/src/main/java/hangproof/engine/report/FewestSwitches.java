// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import hangproof.engine.explorer.Replay;
import hangproof.engine.explorer.Replay.Move;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reorders a run so that it changes from role to role as seldom as possible.
 *
 * <p>Steps of two roles may change places unless both touch a cell and one of them writes it; the
 * run then ends in the same state. Found by breadth first search over how far each role has come, a
 * change of roles costing one. The caller replays the outcome.
 */
final class FewestSwitches {
  /** Runs beyond this are left as they are. */
  private static final int MOST_PLACES = 400_000;

  private final List<List<Move>> steps = new ArrayList<>();
  private final List<List<Integer>> ofRole = new ArrayList<>();
  private final List<Set<Integer>> before = new ArrayList<>();

  /** How far each role has come, and which moved last. */
  private record Place(List<Integer> done, int last) {}

  /** How a place was reached. */
  private record Arrival(Place from, int cost) {}

  private FewestSwitches(List<Move> moves) {
    int current = -1;
    for (Move move : moves) {
      if (move.step() != current) {
        steps.add(new ArrayList<>());
        current = move.step();
      }
      steps.get(steps.size() - 1).add(move);
    }
    for (int s = 0; s < steps.size(); s++) {
      int role = role(s);
      while (ofRole.size() <= role) {
        ofRole.add(new ArrayList<>());
      }
      ofRole.get(role).add(s);
      Set<Integer> earlier = new HashSet<>();
      for (int e = 0; e < s; e++) {
        if (role(e) == role || conflict(steps.get(e), steps.get(s))) {
          earlier.add(e);
        }
      }
      before.add(earlier);
    }
  }

  /** The script reordered, its steps numbered anew; the same one if it is too long. */
  static Replay.Script reorder(Replay.Script script) {
    List<Integer> order = new FewestSwitches(script.moves()).order();
    if (order.isEmpty()) {
      return script;
    }
    List<List<Move>> steps = new FewestSwitches(script.moves()).steps;
    List<Move> moves = new ArrayList<>();
    int number = 0;
    for (int s : order) {
      number++;
      for (Move m : steps.get(s)) {
        moves.add(
            new Move(
                m.role(),
                m.cell(),
                m.op(),
                m.a(),
                m.b(),
                m.order(),
                m.chosen(),
                m.before(),
                m.after(),
                m.flush(),
                number));
      }
    }
    return new Replay.Script(script.violation(), script.terminal(), moves);
  }

  private int role(int step) {
    return steps.get(step).get(0).role();
  }

  private static boolean conflict(List<Move> a, List<Move> b) {
    return a.stream()
        .anyMatch(
            x ->
                b.stream()
                    .anyMatch(
                        y -> x.cell() >= 0 && x.cell() == y.cell() && (writes(x) || writes(y))));
  }

  private static boolean writes(Move m) {
    return m.flush() || m.op().kind().writes();
  }

  /** The steps in the best order; empty if that would take too long to find. */
  private List<Integer> order() {
    Place start = new Place(Collections.nCopies(ofRole.size(), 0), -1);
    Map<Place, Arrival> seen = new HashMap<>();
    Deque<Place> queue = new ArrayDeque<>();
    seen.put(start, new Arrival(null, 0));
    queue.add(start);
    Set<Place> settled = new HashSet<>();
    while (!queue.isEmpty() && seen.size() < MOST_PLACES) {
      Place here = queue.poll();
      if (!settled.add(here)) {
        continue;
      }
      int cost = seen.get(here).cost();
      if (steps.size() == here.done().stream().mapToInt(Integer::intValue).sum()) {
        return path(here, seen);
      }
      for (int role = 0; role < ofRole.size(); role++) {
        if (!mayMove(here.done(), role)) {
          continue;
        }
        List<Integer> done = new ArrayList<>(here.done());
        done.set(role, done.get(role) + 1);
        Place next = new Place(done, role);
        int nextCost = cost + (role == here.last() ? 0 : 1);
        Arrival old = seen.get(next);
        if (old == null || nextCost < old.cost()) {
          seen.put(next, new Arrival(here, nextCost));
          if (nextCost == cost) {
            queue.addFirst(next);
          } else {
            queue.addLast(next);
          }
        }
      }
    }
    return List.of();
  }

  private boolean mayMove(List<Integer> done, int role) {
    List<Integer> mine = ofRole.get(role);
    if (done.get(role) == mine.size()) {
      return false;
    }
    for (int e : before.get(mine.get(done.get(role)))) {
      int r = role(e);
      if (Collections.binarySearch(ofRole.get(r), e) >= done.get(r)) {
        return false;
      }
    }
    return true;
  }

  private List<Integer> path(Place end, Map<Place, Arrival> seen) {
    Integer[] order = new Integer[steps.size()];
    int at = order.length;
    for (Place p = end; p.last() >= 0; p = seen.get(p).from()) {
      order[--at] = ofRole.get(p.last()).get(p.done().get(p.last()) - 1);
    }
    return Arrays.asList(order);
  }
}
