// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

import hangproof.engine.axiom.Execution;
import hangproof.engine.axiom.MemoryModel;
import hangproof.engine.litmus.Cond.Truth;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * All candidate executions by brute force: every read from every write, every permutation of the
 * writes of a location, and the model asked about each. Nothing is pruned, so tests must be small.
 *
 * <p>The model must check coherence and atomicity itself. Executions whose values depend on
 * themselves are left out.
 */
final class BruteForce {
  private final LitmusTest test;
  private final MemoryModel model;
  private PathChoice choice;
  private int[] source;
  private long[] values;
  private long known;
  private int[] location;

  private long left;
  private long sourceChoices;
  private long positive;
  private long negative;
  private boolean races;
  private final Set<List<Long>> states = new HashSet<>();

  BruteForce(LitmusTest test, MemoryModel model) {
    this.test = test;
    this.model = model;
  }

  /**
   * Counts executions and states.
   *
   * @return "states positive negative race", or null if there are more candidates than allowed
   */
  static String count(LitmusTest test, MemoryModel model, int maxCandidates) {
    BruteForce search = new BruteForce(test, model);
    search.left = maxCandidates;
    search.sourceChoices = 20L * maxCandidates;
    try {
      search.paths(new ArrayList<>());
    } catch (SearchLimit e) {
      return null;
    }
    return String.format(
        "%d %d %d %s", search.states.size(), search.positive, search.negative, search.races);
  }

  private void paths(List<ThreadPath> chosen) {
    if (chosen.size() < test.threads.size()) {
      for (ThreadPath path : PathBuilder.paths(test.threads.get(chosen.size()), 4)) {
        List<ThreadPath> more = new ArrayList<>(chosen);
        more.add(path);
        paths(more);
      }
      return;
    }
    choice = new PathChoice(chosen, test.locations.size());
    source = new int[choice.events];
    model.begin(choice.skeleton);
    sources(0);
  }

  private void sources(int event) {
    if (event == choice.events) {
      evaluate();
      return;
    }
    if (!choice.isRead(event)) {
      source[event] = Execution.OPEN;
      sources(event + 1);
      return;
    }
    source[event] = Execution.INITIAL;
    sources(event + 1);
    for (int write = 0; write < choice.events; write++) {
      if (choice.value[write] != null) {
        source[event] = write;
        sources(event + 1);
      }
    }
  }

  /** Computes values and locations, and goes on if all are known and fit. */
  private void evaluate() {
    if (sourceChoices-- == 0) {
      throw new SearchLimit("too many choices of reads-from");
    }
    int n = choice.events;
    values = new long[n];
    location = new int[n];
    Arrays.fill(location, -1);
    known = 0;
    for (int round = 0; round <= n; round++) {
      for (int e = 0; e < n; e++) {
        if (isKnown(choice.address[e], e)) {
          long address = choice.address[e].evaluate(values, choice.base[e]);
          location[e] = Value.location(address, test.locations.size());
        }
        int from = source[e];
        if (!choice.isRead(e) || (known & 1L << e) != 0) {
          continue;
        }
        if (from >= 0 && isKnown(choice.value[from], from)) {
          values[e] = choice.value[from].evaluate(values, choice.base[from]);
          known |= 1L << e;
        } else if (from == Execution.INITIAL && location[e] >= 0) {
          values[e] = test.initial[location[e]];
          known |= 1L << e;
        }
      }
    }
    for (int e = 0; e < n; e++) {
      boolean open = choice.isRead(e) && (known & 1L << e) == 0;
      if (open || location[e] < 0 || (source[e] >= 0 && location[source[e]] != location[e])) {
        return;
      }
    }
    for (int c = 0; c < choice.condition.length; c++) {
      if (choice.condition[c].evaluate(values, choice.conditionBase[c]) == 0) {
        return;
      }
    }
    orders(0, new int[test.locations.size()][]);
  }

  private boolean isKnown(Sym sym, int event) {
    return (sym.reads & ~(known >>> choice.base[event])) == 0;
  }

  private void orders(int where, int[][] chosen) {
    if (where == chosen.length) {
      judge(chosen);
      return;
    }
    List<Integer> writes = new ArrayList<>();
    for (int e = 0; e < choice.events; e++) {
      if (choice.value[e] != null && location[e] == where) {
        writes.add(e);
      }
    }
    for (List<Integer> order : permutations(writes)) {
      chosen[where] = order.stream().mapToInt(Integer::intValue).toArray();
      orders(where + 1, chosen);
    }
  }

  private static List<List<Integer>> permutations(List<Integer> items) {
    if (items.isEmpty()) {
      return List.of(List.of());
    }
    List<List<Integer>> all = new ArrayList<>();
    for (Integer first : items) {
      List<Integer> rest = new ArrayList<>(items);
      rest.remove(first);
      for (List<Integer> tail : permutations(rest)) {
        List<Integer> whole = new ArrayList<>();
        whole.add(first);
        whole.addAll(tail);
        all.add(whole);
      }
    }
    return all;
  }

  private void judge(int[][] orders) {
    if (left-- == 0) {
      throw new SearchLimit("too many candidates");
    }
    Execution x = new Execution(choice.skeleton);
    for (int e = 0; e < choice.events; e++) {
      x.setLocation(e, location[e]);
      x.setSource(e, source[e]);
    }
    for (int[] order : orders) {
      long after = 0;
      for (int i = order.length - 1; i >= 0; i--) {
        x.setCoherenceAfter(order[i], after);
        after |= 1L << order[i];
      }
    }
    for (int t = 0; t < choice.paths.length; t++) {
      List<Sym> addresses = choice.paths[t].fenceAddresses;
      for (int f = 0; f < addresses.size(); f++) {
        if (addresses.get(f) != null) {
          long address = addresses.get(f).evaluate(values, choice.skeleton.firstEvent(t));
          int at = Value.location(address, test.locations.size());
          x.setFenceLocation(choice.skeleton.firstFence(t) + f, at);
        }
      }
    }
    x.derive();
    if (!model.allows(x)) {
      return;
    }
    Cond.State state = new Final(orders);
    if (test.filter != null && test.filter.holds(state) != Truth.TRUE) {
      return;
    }
    races |= model.races();
    if (test.proposition.holds(state) == Truth.TRUE) {
      positive++;
    } else {
      negative++;
    }
    List<Long> row = new ArrayList<>();
    test.columns.forEach(term -> row.add(state.value(term)));
    states.add(row);
  }

  private final class Final implements Cond.State {
    private final int[][] orders;

    Final(int[][] orders) {
      this.orders = orders;
    }

    @Override
    public boolean isSure(Term term) {
      return true;
    }

    @Override
    public long value(Term term) {
      if (term instanceof Term.Constant constant) {
        return constant.value();
      }
      if (term instanceof Term.Register register) {
        if (register.index() < 0) {
          return 0;
        }
        Sym sym = choice.paths[register.thread()].registers.get(register.index());
        return sym.evaluate(values, choice.skeleton.firstEvent(register.thread()));
      }
      int where = ((Term.Content) term).location();
      int[] order = orders[where];
      if (order.length == 0) {
        return test.initial[where];
      }
      int last = order[order.length - 1];
      return choice.value[last].evaluate(values, choice.base[last]);
    }
  }
}
