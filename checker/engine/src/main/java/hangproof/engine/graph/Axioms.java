// SPDX-License-Identifier: MIT
package hangproof.engine.graph;

import hangproof.engine.axiom.Execution;
import hangproof.engine.axiom.MemoryModel;
import hangproof.engine.axiom.Skeleton;
import hangproof.engine.axiom.Tag;
import hangproof.engine.axiom.ThreadShape;
import hangproof.machine.PortException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Asks a memory model about execution graphs. Coherence and atomicity are seen to by whoever builds
 * the graph.
 *
 * <p>What does not depend on reads-from and coherence is worked out once for each combination of
 * paths of the threads, and kept.
 */
final class Axioms {
  private static final int MOST_KEPT = 1 << 13;

  private final Supplier<MemoryModel> partial;
  private final Supplier<MemoryModel> whole;
  private final WideAxioms.Model wide;
  private final int narrow;
  private final boolean dependent;
  private final Map<Key, Paths> kept = new HashMap<>();
  private final int[] order = new int[Graph.MAX_EVENTS];
  private final int[] id = new int[Graph.MAX_EVENTS];
  private Key probe;
  private MemoryModel askedLast;
  long checks;

  /** The steps of all threads, by number. */
  private static final class Key {
    private final int[] steps;
    private int hash;

    Key(int[] steps) {
      this.steps = steps;
      rehash();
    }

    void rehash() {
      hash = Arrays.hashCode(steps);
    }

    @Override
    public boolean equals(Object o) {
      return o instanceof Key k && Arrays.equals(steps, k.steps);
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  /** One path of each thread. */
  private static final class Paths {
    private final int[] first;
    private final Skeleton skeleton;
    private final Execution execution;
    private final WideAxioms wide;
    private final boolean marked;
    private MemoryModel partial;
    private MemoryModel whole;

    Paths(Graph g, boolean isWide, WideAxioms.Model model, boolean dependent) {
      first = new int[g.threads];
      marked = isMarked(g);
      for (int t = 1; t < g.threads; t++) {
        first[t] = first[t - 1] + g.now[t - 1].events;
      }
      if (isWide) {
        wide = new WideAxioms(model, g.now, first, dependent);
        skeleton = null;
        execution = null;
        return;
      }
      List<ThreadShape> shapes = new ArrayList<>();
      for (Step step : g.now) {
        shapes.add(step.shape(dependent));
      }
      wide = null;
      skeleton = new Skeleton(shapes);
      execution = new Execution(skeleton);
    }
  }

  private static boolean isMarked(Graph g) {
    for (int t = 0; t < g.threads; t++) {
      for (Step step = g.now[t]; step != null; step = step.parent) {
        if ((step.tag & Tag.PLAIN) != 0) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * @param partial makes a model without the axioms that an execution may come to satisfy later;
   *     null if there are none
   * @param whole makes the whole model
   * @param wide the model in its form for many events
   */
  Axioms(Supplier<MemoryModel> partial, Supplier<MemoryModel> whole, WideAxioms.Model wide) {
    this(partial, whole, wide, ThreadShape.MAX_EVENTS, false);
  }

  /**
   * @param narrow up to this many events the models themselves are asked
   * @param dependent whether each write is to depend on all reads before it in its thread
   */
  Axioms(
      Supplier<MemoryModel> partial,
      Supplier<MemoryModel> whole,
      WideAxioms.Model wide,
      int narrow,
      boolean dependent) {
    this.partial = partial;
    this.whole = whole;
    this.wide = wide;
    this.narrow = narrow;
    this.dependent = dependent;
  }

  /** Whether the graph, which may grow, is allowed so far. */
  boolean allowsSoFar(Graph g) {
    if (partial == null && !isWide(g)) {
      return allows(g);
    }
    checks++;
    Paths paths = fill(g);
    if (paths.wide != null) {
      return paths.wide.allows();
    }
    if (paths.partial == null) {
      paths.partial = partial.get();
      paths.partial.begin(paths.skeleton);
    }
    return paths.partial.allows(paths.execution);
  }

  /**
   * Whether the graph is allowed as it stands.
   *
   * @throws PortException if it has more than 64 memory events, and plain ones among them
   */
  boolean allows(Graph g) {
    checks++;
    Paths paths = fill(g);
    askedLast = null;
    if (paths.wide != null) {
      if (!paths.wide.isWhole()) {
        throw new PortException("more than 64 accesses, with plain ones among them");
      }
      return paths.wide.allows();
    }
    if (paths.whole == null) {
      paths.whole = whole.get();
      paths.whole.begin(paths.skeleton);
    }
    askedLast = paths.whole;
    return paths.whole.allows(paths.execution);
  }

  /** Whether {@link #allows} can judge the graph: not plain accesses among more than 64. */
  boolean canJudge(Graph g) {
    return !isWide(g) || find(g).wide.isWhole();
  }

  private boolean isWide(Graph g) {
    int events = 0;
    for (Step step : g.now) {
      events += step.events;
    }
    return events > narrow;
  }

  /**
   * Whether {@link #allows} can only agree with what {@link #allowsSoFar} said of the graph: there
   * are no axioms that only a finished graph is held to, and no plain accesses, which could race.
   */
  boolean isDecided(Graph g) {
    return partial == null && find(g).marked;
  }

  /** Whether two accesses race in the graph that {@link #allows} has allowed just now. */
  boolean races() {
    return askedLast != null && askedLast.races();
  }

  private Paths fill(Graph g) {
    Paths paths = find(g);
    for (int e = 0; e < g.size; e++) {
      id[e] = paths.first[g.thread[e]] + g.step[e].events;
    }
    if (paths.wide == null) {
      fill(g, paths.execution);
    } else {
      fill(g, paths.wide);
    }
    return paths;
  }

  private void fill(Graph g, WideAxioms x) {
    x.clear();
    for (int e = 0; e < g.size; e++) {
      int from = g.source[e];
      int location = g.step[e].location;
      if (from == Graph.NONE) {
        for (int w = location < 0 ? Graph.NONE : g.next[e]; w != Graph.NONE; w = g.next[w]) {
          x.addCoherence(id[e], id[w]);
        }
        continue;
      }
      if (from != Graph.INITIAL) {
        x.addReadsFrom(id[from], id[e]);
      }
      for (int w = g.after(location, from); w != Graph.NONE; w = g.next[w]) {
        x.addFromRead(id[e], id[w]);
      }
    }
  }

  private void fill(Graph g, Execution x) {
    for (int e = 0; e < g.size; e++) {
      if (g.step[e].location >= 0) {
        x.setLocation(id[e], g.step[e].location);
      }
      int from = g.source[e];
      if (from != Graph.NONE) {
        x.setSource(id[e], from == Graph.INITIAL ? Execution.INITIAL : id[from]);
      }
    }
    for (int l = 0; l < g.locations; l++) {
      int count = 0;
      for (int w = g.first[l]; w != Graph.NONE; w = g.next[w]) {
        order[count++] = id[w];
      }
      long later = 0;
      while (--count >= 0) {
        x.setCoherenceAfter(order[count], later);
        later |= 1L << order[count];
      }
    }
    x.derive();
  }

  private Paths find(Graph g) {
    if (probe == null) {
      probe = new Key(new int[g.threads]);
    }
    for (int t = 0; t < g.threads; t++) {
      probe.steps[t] = g.now[t].id;
    }
    probe.rehash();
    Paths paths = kept.get(probe);
    if (paths == null) {
      if (kept.size() >= MOST_KEPT) {
        kept.clear();
      }
      paths = new Paths(g, isWide(g), wide, dependent);
      kept.put(new Key(probe.steps.clone()), paths);
    }
    return paths;
  }
}
