// SPDX-License-Identifier: MIT
package hangproof.engine.graph;

import hangproof.engine.automaton.Action;
import hangproof.engine.axiom.Fence;
import hangproof.engine.trace.CellValue;
import hangproof.engine.trace.GraphTrace;
import hangproof.machine.Cell;
import hangproof.machine.Memory;
import hangproof.machine.Op;
import hangproof.machine.Program;
import hangproof.machine.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Makes of an execution graph what a report shows. */
final class GraphTracer {
  private final Program program;
  private final GraphExplorer.Finding finding;
  private final Graph g;
  private final List<Cell> cells;

  GraphTracer(Program program, GraphExplorer.Finding finding) {
    this.program = program;
    this.finding = finding;
    this.g = finding.graph();
    this.cells = program.machine().cells();
  }

  GraphTrace trace() {
    boolean[] marked = unexplained(g);
    List<GraphTrace.Event> events = new ArrayList<>();
    for (int t = 0; t < g.threads; t++) {
      addFences(events, t, g.count(t) == 0 ? g.now[t] : g.step[g.slot(t, 0)]);
      for (int at = 0; at < g.count(t); at++) {
        int e = g.slot(t, at);
        events.add(event(e, marked[e]));
        addFences(events, t, e == g.last[t] ? g.now[t] : g.step[g.slot(t, at + 1)]);
      }
    }
    List<GraphTrace.CoherenceOrder> orders = new ArrayList<>();
    List<CellValue> memory = new ArrayList<>();
    Memory end = GraphExplorer.memory(g);
    for (Cell cell : cells) {
      List<int[]> writes = new ArrayList<>();
      for (int w = g.first[cell.index()]; w != Graph.NONE; w = g.next[w]) {
        writes.add(new int[] {g.thread[w], g.position[w]});
      }
      if (!writes.isEmpty()) {
        orders.add(new GraphTrace.CoherenceOrder(cell.name(), cell.index(), writes));
      }
      memory.add(
          new CellValue(
              cell.name(), cell.show(cell.initial()), cell.show(end.get(cell)), cell.ghost()));
    }
    return new GraphTrace(
        finding.claim(), program.roles().stream().map(Role::name).toList(), events, orders, memory);
  }

  private static void addFences(List<GraphTrace.Event> events, int t, Step step) {
    for (Fence fence : step.fences) {
      events.add(
          new GraphTrace.Event(
              t, -1, GraphTrace.Kind.FENCE, name(fence), null, -1, 0, "", -1, -1, false, false));
    }
  }

  private static String name(Fence fence) {
    return switch (fence) {
      case MB -> "smp_mb";
      case RMB -> "smp_rmb";
      case WMB -> "smp_wmb";
      case BEFORE_ATOMIC -> "smp_mb__before_atomic";
      case AFTER_ATOMIC -> "smp_mb__after_atomic";
      default -> fence.name().toLowerCase(Locale.ROOT);
    };
  }

  private GraphTrace.Event event(int e, boolean marked) {
    Step step = g.step[e];
    int t = g.thread[e];
    if (step.kind == Step.Kind.CHOICE) {
      return new GraphTrace.Event(
          t,
          g.position[e],
          GraphTrace.Kind.CHOICE,
          "choose",
          null,
          -1,
          g.value[e],
          Integer.toString(g.value[e]),
          -1,
          -1,
          false,
          false);
    }
    Cell cell = cells.get(step.location);
    boolean read = step.kind == Step.Kind.READ;
    int from = g.source[e];
    return new GraphTrace.Event(
        t,
        g.position[e],
        read ? GraphTrace.Kind.READ : GraphTrace.Kind.WRITE,
        words(RoleThreads.action(step)),
        cell.name(),
        step.location,
        g.value[e],
        cell.show(g.value[e]),
        read && from >= 0 ? g.thread[from] : -1,
        read && from >= 0 ? g.position[from] : -1,
        marked,
        e == g.last[t] && g.now[t].kind == Step.Kind.BLOCKED);
  }

  private static String words(Action action) {
    String op = action.op().name().toLowerCase(Locale.ROOT);
    String order =
        switch (action.order()) {
          case PLAIN -> " plain";
          case ONCE -> "";
          case ACQUIRE -> action.op() == Op.LOCK ? "" : " acquire";
          case RELEASE -> action.op() == Op.UNLOCK ? "" : " release";
          case FULL -> " full";
        };
    return op + order;
  }

  /**
   * The reads that no interleaving explains: they miss a write that all orders of the accesses put
   * before them.
   */
  static boolean[] unexplained(Graph g) {
    int n = g.size;
    boolean[][] before = new boolean[n][n];
    for (int a = 0; a < n; a++) {
      for (int b = 0; b < n; b++) {
        before[a][b] =
            (g.thread[a] == g.thread[b] && g.position[a] < g.position[b])
                || g.source[b] == a
                || coherent(g, a, b);
      }
    }
    for (int k = 0; k < n; k++) {
      for (int i = 0; i < n; i++) {
        for (int j = 0; before[i][k] && j < n; j++) {
          before[i][j] |= before[k][j];
        }
      }
    }
    boolean[] marked = new boolean[n];
    for (int r = 0; r < n; r++) {
      for (int w = 0; g.source[r] != Graph.NONE && w < n; w++) {
        if (overwrites(g, r, w) && before[w][r]) {
          marked[r] = true;
        }
      }
    }
    return marked;
  }

  private static boolean coherent(Graph g, int a, int b) {
    if (g.step[a].location < 0 || g.step[a].location != g.step[b].location) {
      return false;
    }
    boolean writes = g.source[a] == Graph.NONE && g.source[b] == Graph.NONE;
    return (writes && g.rank[a] < g.rank[b]) || (g.source[a] != Graph.NONE && overwrites(g, a, b));
  }

  /** Whether a write comes after the one that a read sees. */
  private static boolean overwrites(Graph g, int read, int write) {
    return g.source[write] == Graph.NONE
        && g.step[write].location >= 0
        && g.step[write].location == g.step[read].location
        && g.rankOf(g.source[read]) < g.rank[write];
  }
}
