// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

import hangproof.engine.axiom.Execution;
import hangproof.engine.axiom.MemoryModel;
import hangproof.engine.axiom.Skeleton;
import hangproof.engine.axiom.ThreadShape;
import hangproof.engine.litmus.Cond.Truth;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Explores execution graphs: every consistent execution without a cycle in {@code po | rf}, each
 * once, with no memory of those before (Kokologiannakis, Marmanis, Gladstein, Vafeiadis: "Truly
 * Stateless, Optimal Dynamic Partial Order Reduction", POPL 2022, algorithm 1).
 *
 * <p>A read that is added branches over the writes there are; a write branches over its coherence
 * places, and revisits reads that were added before it, if everything that this deletes was added
 * maximally. A second opinion on {@link CandidateSearch}, which shares the paths and the model.
 *
 * <p>Unfinished graphs are held to a weaker model. The RCU axiom is left out of it: an unlock that
 * is yet to come closes a critical section after the fact.
 */
final class GraphSearch {
  private final LitmusTest test;
  private final MemoryModel unfinished;
  private final MemoryModel finished;
  private final Deadline deadline;
  private final List<List<ThreadPath>> paths = new ArrayList<>();
  private final long[] local = new long[ThreadShape.MAX_EVENTS];
  private CandidateVisitor visitor;
  private boolean boundHit;

  GraphSearch(
      LitmusTest test,
      MemoryModel unfinished,
      MemoryModel finished,
      SearchBounds bounds,
      Deadline deadline) {
    this.test = test;
    this.unfinished = unfinished;
    this.finished = finished;
    this.deadline = deadline;
    for (ThreadCode thread : test.threads) {
      paths.add(PathBuilder.paths(thread, bounds.unroll()));
    }
  }

  /**
   * Visits every allowed execution, until the visitor stops it.
   *
   * @return true if every one was visited
   * @throws SearchLimit if a bound was hit
   */
  boolean run(CandidateVisitor to) {
    visitor = to;
    return visit(EventGraph.empty(test.locations.size()));
  }

  /** True if a loop may run on beyond the bound, so that executions are missing. */
  boolean isBoundHit() {
    return boundHit;
  }

  /** Goes on with a graph, if it is consistent. */
  private boolean visit(EventGraph graph) {
    deadline.tick();
    int threads = paths.size();
    ThreadPath[] chosen = new ThreadPath[threads];
    int next = -1;
    boolean blocked = false;
    for (int t = 0; t < threads; t++) {
      int count = graph.count(t);
      chosen[t] = compatible(graph, t, count);
      if (chosen[t] == null) {
        // Blocked: a spin_lock() that has read "locked".
        chosen[t] = compatible(graph, t, count - 1);
        blocked = true;
      } else if (count < chosen[t].shape.size()) {
        boolean secondHalf = count > 0 && chosen[t].shape.partner(count - 1) == count;
        if (next < 0 || secondHalf) {
          next = t;
        }
      } else if (chosen[t].cut) {
        boundHit = true;
        blocked = true;
      }
    }
    if (!isCoherent(graph)) {
      return true;
    }
    boolean complete = next < 0 && !blocked;
    MemoryModel model = complete ? finished : unfinished;
    if (!isAllowed(graph, chosen, model)) {
      return true;
    }
    if (next >= 0) {
      return addNext(graph, next, chosen[next]);
    }
    return blocked || leaf(graph, chosen, model);
  }

  /** A path of a thread on which its events so far lie, or null. */
  private ThreadPath compatible(EventGraph graph, int thread, int count) {
    boolean[] writes = new boolean[count];
    for (int e = 0; e < graph.size; e++) {
      if (graph.thread[e] == thread && graph.index[e] < count) {
        local[graph.index[e]] = graph.value[e];
        writes[graph.index[e]] = graph.write[e];
      }
    }
    long known = count >= 64 ? -1L : (1L << count) - 1;
    for (ThreadPath path : paths.get(thread)) {
      boolean fits = path.shape.size() >= count;
      for (int i = 0; fits && i < count; i++) {
        fits = writes[i] == (path.values.get(i) != null);
      }
      for (int c = 0; fits && c < path.conditions.size(); c++) {
        Sym condition = path.conditions.get(c);
        if ((condition.reads & ~known) == 0) {
          long value = condition.evaluate(local, 0);
          fits = value != 0 && !Value.isUnknown(value);
        }
      }
      if (fits) {
        return path;
      }
    }
    return null;
  }

  private boolean addNext(EventGraph graph, int thread, ThreadPath path) {
    if (graph.size == ThreadShape.MAX_EVENTS) {
      throw new SearchLimit("more than 64 memory events");
    }
    int at = graph.count(thread);
    loadValues(graph, thread);
    long address = path.addresses.get(at).evaluate(local, 0);
    int where = Value.location(address, test.locations.size());
    if (where < 0) {
      return true;
    }
    boolean write = path.values.get(at) != null;
    EventGraph grown = graph.copy();
    int event = grown.add(thread, at, where, write);
    if (!write) {
      return addRead(grown, event);
    }
    grown.value[event] = path.values.get(at).evaluate(local, 0);
    boolean half = at > 0 && path.shape.partner(at - 1) == at;
    int replaced = half ? grown.find(thread, at - 1) : -1;
    return place(grown, event, replaced) && revisit(grown, event, replaced);
  }

  private void loadValues(EventGraph graph, int thread) {
    for (int e = 0; e < graph.size; e++) {
      if (graph.thread[e] == thread) {
        local[graph.index[e]] = graph.value[e];
      }
    }
  }

  private boolean addRead(EventGraph graph, int read) {
    int where = graph.location[read];
    graph.value[read] = test.initial[where];
    if (!visit(graph)) {
      return false;
    }
    for (int write : graph.co[where]) {
      EventGraph other = graph.copy();
      other.source[read] = write;
      other.value[read] = other.value[write];
      if (!visit(other)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Puts a write, the last event of the graph, into all its places in coherence order.
   *
   * @param half the load of the read-modify-write that it belongs to, or -1: then the place is
   *     right after what that has read
   */
  private boolean place(EventGraph graph, int write, int half) {
    int where = graph.location[write];
    int low = 0;
    int high = graph.co[where].length;
    if (half >= 0) {
      low =
          graph.source[half] == EventGraph.INITIAL ? 0 : graph.rank(where, graph.source[half]) + 1;
      high = low;
    }
    for (int position = high; position >= low; position--) {
      EventGraph placed = graph.copy();
      placed.insert(write, position);
      if (!visit(placed)) {
        return false;
      }
    }
    return true;
  }

  /** Lets reads that were added before a write read from it. */
  private boolean revisit(EventGraph graph, int write, int half) {
    long prefix = graph.prefix(write);
    int where = graph.location[write];
    for (int read = 0; read < write; read++) {
      if (graph.write[read] || graph.location[read] != where || (prefix & 1L << read) != 0) {
        continue;
      }
      long later = -1L << read & ~(1L << read);
      long deleted = later & ~prefix & (1L << write) - 1;
      if (!allMaximal(graph, deleted | 1L << read, prefix)) {
        continue;
      }
      EventGraph kept = graph.restrict(~deleted);
      int last = kept.size - 1;
      kept.source[read] = last;
      kept.value[read] = kept.value[last];
      int keptHalf = half < 0 ? -1 : kept.find(graph.thread[half], graph.index[half]);
      if (!place(kept, last, keptHalf)) {
        return false;
      }
    }
    return true;
  }

  /** True if each event was, when added, the last of its location, and nothing before reads it. */
  private static boolean allMaximal(EventGraph graph, long events, long prefix) {
    for (long rest = events; rest != 0; rest &= rest - 1) {
      int event = Long.numberOfTrailingZeros(rest);
      long upTo = (1L << event) | (1L << event) - 1;
      long previous = upTo | prefix;
      for (int e = 0; e < graph.size; e++) {
        boolean reads = !graph.write[e] && graph.source[e] == event;
        if (reads && (previous & 1L << e) != 0) {
          return false;
        }
      }
      int where = graph.location[event];
      int own = graph.rank(where, graph.write[event] ? event : graph.source[event]);
      for (int i = own + 1; i < graph.co[where].length; i++) {
        if ((previous & 1L << graph.co[where][i]) != 0) {
          return false;
        }
      }
    }
    return true;
  }

  /** Sequential consistency per location: no thread goes back in coherence order. */
  private boolean isCoherent(EventGraph graph) {
    for (int t = 0; t < paths.size(); t++) {
      int[] rank = new int[graph.co.length];
      Arrays.fill(rank, -1);
      int count = graph.count(t);
      for (int i = 0; i < count; i++) {
        int event = graph.find(t, i);
        int where = graph.location[event];
        int now = graph.rank(where, graph.write[event] ? event : graph.source[event]);
        if (now < rank[where]) {
          return false;
        }
        rank[where] = now;
      }
    }
    return true;
  }

  /** Asks a model, after atomicity. */
  private boolean isAllowed(EventGraph graph, ThreadPath[] chosen, MemoryModel model) {
    List<ThreadShape> shapes = new ArrayList<>();
    for (int t = 0; t < chosen.length; t++) {
      int count = graph.count(t);
      boolean whole = count == chosen[t].shape.size();
      shapes.add(whole ? chosen[t].shape : chosen[t].shape.prefix(count));
    }
    Skeleton skeleton = new Skeleton(shapes);
    Execution x = new Execution(skeleton);
    int[] number = new int[graph.size];
    for (int e = 0; e < graph.size; e++) {
      number[e] = skeleton.firstEvent(graph.thread[e]) + graph.index[e];
      x.setLocation(number[e], graph.location[e]);
    }
    for (int e = 0; e < graph.size; e++) {
      if (!graph.write[e]) {
        boolean initial = graph.source[e] == EventGraph.INITIAL;
        x.setSource(number[e], initial ? Execution.INITIAL : number[graph.source[e]]);
        int store = skeleton.partner(number[e]);
        if (store >= 0 && !isAdjacent(graph, e)) {
          return false;
        }
      }
    }
    for (int[] order : graph.co) {
      long after = 0;
      for (int i = order.length - 1; i >= 0; i--) {
        x.setCoherenceAfter(number[order[i]], after);
        after |= 1L << number[order[i]];
      }
    }
    for (int t = 0; t < chosen.length; t++) {
      loadValues(graph, t);
      for (int f = 0; f < shapes.get(t).fences(); f++) {
        Sym address = chosen[t].fenceAddresses.get(f);
        if (address != null) {
          int where = Value.location(address.evaluate(local, 0), test.locations.size());
          x.setFenceLocation(skeleton.firstFence(t) + f, where);
        }
      }
    }
    x.derive();
    model.begin(skeleton);
    return model.allows(x);
  }

  private static boolean isAdjacent(EventGraph graph, int read) {
    int store = graph.find(graph.thread[read], graph.index[read] + 1);
    int where = graph.location[read];
    return graph.rank(where, store) == graph.rank(where, graph.source[read]) + 1;
  }

  private boolean leaf(EventGraph graph, ThreadPath[] chosen, MemoryModel model) {
    Cond.State state = new Final(graph, chosen);
    if (test.filter != null && test.filter.holds(state) != Truth.TRUE) {
      return true;
    }
    return visitor.visit(state, model.races());
  }

  /** The final state of a complete graph. */
  private final class Final implements Cond.State {
    private final EventGraph graph;
    private final ThreadPath[] chosen;

    Final(EventGraph graph, ThreadPath[] chosen) {
      this.graph = graph;
      this.chosen = chosen;
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
        loadValues(graph, register.thread());
        return chosen[register.thread()].registers.get(register.index()).evaluate(local, 0);
      }
      int where = ((Term.Content) term).location();
      int[] order = graph.co[where];
      return order.length == 0 ? test.initial[where] : graph.value[order[order.length - 1]];
    }
  }
}
