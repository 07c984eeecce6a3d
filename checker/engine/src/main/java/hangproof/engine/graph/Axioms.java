// SPDX-License-Identifier: MIT
package hangproof.engine.graph;

import hangproof.engine.axiom.Execution;
import hangproof.engine.axiom.MemoryModel;
import hangproof.engine.axiom.Skeleton;
import hangproof.engine.axiom.Tag;
import hangproof.engine.axiom.ThreadShape;
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
  private static final int MOST_KEPT = 2048;

  private final Supplier<MemoryModel> partial;
  private final Supplier<MemoryModel> whole;
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
    private final Skeleton skeleton;
    private final Execution execution;
    private MemoryModel partial;
    private MemoryModel whole;

    Paths(Graph g) {
      List<ThreadShape> shapes = new ArrayList<>();
      for (Step step : g.now) {
        shapes.add(step.shape());
      }
      skeleton = new Skeleton(shapes);
      execution = new Execution(skeleton);
    }
  }

  /**
   * @param partial makes a model without the axioms that an execution may come to satisfy later
   * @param whole makes the whole model
   */
  Axioms(Supplier<MemoryModel> partial, Supplier<MemoryModel> whole) {
    this.partial = partial;
    this.whole = whole;
  }

  /** Whether the graph, which may grow, is allowed so far. */
  boolean allowsSoFar(Graph g) {
    checks++;
    Paths paths = fill(g);
    if (paths.partial == null) {
      paths.partial = partial.get();
      paths.partial.begin(paths.skeleton);
    }
    return paths.partial.allows(paths.execution);
  }

  /** Whether the graph is allowed as it stands. */
  boolean allows(Graph g) {
    checks++;
    Paths paths = fill(g);
    if (paths.whole == null) {
      paths.whole = whole.get();
      paths.whole.begin(paths.skeleton);
    }
    askedLast = paths.whole;
    return paths.whole.allows(paths.execution);
  }

  /** Whether two accesses race in the graph that {@link #allows} has allowed just now. */
  boolean races() {
    return askedLast.races();
  }

  private Paths fill(Graph g) {
    Paths paths = find(g);
    Execution x = paths.execution;
    for (int e = 0; e < g.size; e++) {
      Step step = g.step[e];
      id[e] = paths.skeleton.firstEvent(g.thread[e]) + step.events;
      if (step.location >= 0) {
        x.setLocation(id[e], step.location);
      }
    }
    for (int e = 0; e < g.size; e++) {
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
    return paths;
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
      paths = new Paths(g);
      kept.put(new Key(probe.steps.clone()), paths);
    }
    return paths;
  }

  /** Whether an event is a plain access. */
  static boolean isPlain(Graph g, int slot) {
    return (tagOf(g, slot) & Tag.PLAIN) != 0;
  }

  /** The tags that an event has, now that its value is known. */
  static int tagOf(Graph g, int slot) {
    Step step = g.now[g.thread[slot]];
    while (step.parent != g.step[slot]) {
      step = step.parent;
    }
    return step.tag;
  }
}
