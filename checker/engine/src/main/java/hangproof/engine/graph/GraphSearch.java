// SPDX-License-Identifier: MIT
package hangproof.engine.graph;

import java.util.ArrayList;
import java.util.List;

/**
 * Visits every consistent execution graph once: algorithm 1 of Kokologiannakis, Marmanis, Gladstein
 * and Vafeiadis, "Truly Stateless, Optimal Dynamic Partial Order Reduction" (POPL 2022).
 *
 * <p>Events are added one at a time. A read branches over the writes it may read from. A write
 * branches over its places in coherence order; and it revisits each earlier read that is not in its
 * causal past: everything added after that read is taken back, if all of it was added where it
 * comes by itself, namely reading from or being the last write; other graphs revisit the rest.
 *
 * <p>Graphs whose union of program order and reads-from has a cycle are left out.
 */
final class GraphSearch {
  /** Is told of graphs. */
  interface Visitor {
    /** No thread can go on. False ends the search. */
    boolean complete(Graph g);

    /** A thread has failed. False ends the search. */
    boolean failed(Graph g, int thread);

    /** The graph has no room for what comes next. False ends the search. */
    boolean full(Graph g);

    /** Asked now and then: false ends the search. */
    boolean goOn();
  }

  private static final int ASK_EVERY = 1 << 10;

  private final ThreadSource source;
  private final Axioms axioms;
  private final Visitor visitor;
  private final int mostEvents;
  private final List<Graph> pool = new ArrayList<>();
  private boolean stopped;

  /** Graphs that were looked at and are consistent so far. */
  long visits;

  GraphSearch(ThreadSource source, Axioms axioms, int mostEvents, Visitor visitor) {
    this.source = source;
    this.axioms = axioms;
    this.visitor = visitor;
    this.mostEvents = Math.min(mostEvents, Graph.MAX_EVENTS);
  }

  /** The graph without events. */
  static Graph empty(ThreadSource source) {
    Graph g = new Graph(source.threads(), source.initial());
    for (int t = 0; t < g.threads; t++) {
      g.now[t] = source.start(t);
    }
    return g;
  }

  /** Searches everything. */
  void run() {
    at(0).copyFrom(empty(source));
    visit(0);
  }

  private Graph at(int depth) {
    while (depth >= pool.size()) {
      pool.add(new Graph(source.threads(), source.initial()));
    }
    return pool.get(depth);
  }

  private void visit(int depth) {
    Graph g = at(depth);
    if ((++visits & (ASK_EVERY - 1)) == 0) {
      stopped |= !visitor.goOn();
    }
    for (int t = 0; t < g.threads && !stopped; t++) {
      if (g.now[t].kind == Step.Kind.FAILED) {
        stopped |= !visitor.failed(g, t);
        return;
      }
    }
    if (stopped) {
      return;
    }
    int t = g.nextThread();
    if (t < 0) {
      stopped |= !visitor.complete(g);
      return;
    }
    if (g.size == mostEvents) {
      stopped |= !visitor.full(g);
      return;
    }
    switch (g.now[t].kind) {
      case CHOICE -> choose(depth, g, t);
      case READ -> read(depth, g, t);
      case WRITE -> write(depth, g, t);
      default -> throw new IllegalStateException("a thread goes on that cannot");
    }
  }

  private void choose(int depth, Graph g, int t) {
    for (int i = 0; i < g.now[t].choices && !stopped; i++) {
      Graph child = at(depth + 1);
      child.copyFrom(g);
      child.addChoice(t, i);
      visit(depth + 1);
    }
  }

  private void read(int depth, Graph g, int t) {
    int location = g.now[t].location;
    int from = g.floor(t, location, Integer.MAX_VALUE);
    while (from != Graph.NONE && !stopped) {
      Graph child = at(depth + 1);
      child.copyFrom(g);
      child.addRead(t, from);
      int later = g.after(location, from);
      if (later != Graph.NONE && child.now[t].kind == Step.Kind.BLOCKED) {
        // It would wait for ever on a value that is gone; and no write can revisit it, since it
        // was not added where it comes by itself.
        from = later;
        continue;
      }
      // Nothing comes after a new read of the last write, so no axiom can forbid it. Nor is the
      // load of an atomic operation asked about: its store follows at once, and if that revisits
      // nothing, the graph with both is.
      if (later == Graph.NONE || child.unfinished == t || axioms.allowsSoFar(child)) {
        visit(depth + 1);
      }
      from = later;
    }
  }

  private void write(int depth, Graph g, int t) {
    Step step = g.now[t];
    int value = step.written(step.half ? g.value[g.last[t]] : 0);
    place(depth, g, t, value, Graph.NONE);
    int before = g.last[t];
    int bound = boundAfterSource(g, t, step);
    for (int r = g.size - 1; r >= 0 && !stopped; r--) {
      if (g.isCovered(r, before)) {
        continue;
      }
      // All that is taken back must have been added where it comes by itself, the read included.
      if (!isMaximal(g, r, before)) {
        return;
      }
      boolean candidate = g.step[r].location == step.location && g.source[r] != Graph.NONE;
      // Unless the revisit takes back what is bound to the source, there is no place.
      boolean free = bound == Graph.NONE || (bound > r && !g.isCovered(bound, before));
      if (candidate && free) {
        Graph cut = at(depth + 1);
        cut.restrict(g, r, before);
        cut.forgetSource(r);
        place(depth + 1, cut, t, value, r);
      }
    }
  }

  /** Of the store of an atomic operation: the store of another that read the same, or NONE. */
  private static int boundAfterSource(Graph g, int t, Step step) {
    if (!step.half || !step.atomic) {
      return Graph.NONE;
    }
    int after = g.after(step.location, g.source[g.last[t]]);
    return g.isBound(after) ? after : Graph.NONE;
  }

  /** What counts as there before an event: what was added before it or is in the prefix. */
  private static boolean isPrevious(Graph g, int other, int e, int before) {
    return other <= e || g.isCovered(other, before);
  }

  private static boolean isMaximal(Graph g, int e, int before) {
    if (g.step[e].kind == Step.Kind.CHOICE) {
      return g.value[e] == 0;
    }
    int write = e;
    if (g.source[e] != Graph.NONE) {
      write = g.source[e];
      if (write != Graph.INITIAL && !isPrevious(g, write, e, before)) {
        return false;
      }
    } else {
      for (int r = 0; r < g.size; r++) {
        if (g.source[r] == e && isPrevious(g, r, e, before)) {
          return false;
        }
      }
    }
    int location = g.step[e].location;
    for (int w = g.after(location, write); w != Graph.NONE; w = g.next[w]) {
      if (isPrevious(g, w, e, before)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Tries every coherence place of a new write.
   *
   * @param reader the read that the write revisits, or NONE
   */
  private void place(int depth, Graph g, int t, int value, int reader) {
    Step step = g.now[t];
    int location = step.location;
    int after = g.floor(t, location, Integer.MAX_VALUE);
    int last = Graph.NONE;
    if (step.half && step.atomic) {
      after = g.source[g.last[t]];
      last = after;
    }
    if (reader != Graph.NONE) {
      int least = g.floor(g.thread[reader], location, g.position[reader]);
      if (g.rankOf(least) > g.rankOf(after)) {
        if (last != Graph.NONE) {
          return;
        }
        after = least;
      }
    }
    while (after != Graph.NONE && !stopped) {
      int later = g.after(location, after);
      if (!g.isBound(later)) {
        Graph child = at(depth + 1);
        child.copyFrom(g);
        int write = child.addWrite(t, value, after);
        if (reader != Graph.NONE) {
          child.setSource(reader, write);
        }
        boolean free = reader == Graph.NONE && later == Graph.NONE;
        if (free || axioms.allowsSoFar(child)) {
          visit(depth + 1);
        }
      }
      after = after == last ? Graph.NONE : later;
    }
  }
}
