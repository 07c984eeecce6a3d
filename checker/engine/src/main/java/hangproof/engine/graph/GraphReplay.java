// SPDX-License-Identifier: MIT
package hangproof.engine.graph;

import hangproof.engine.MemoryModel;
import hangproof.engine.automaton.RoleSteps;
import hangproof.engine.explorer.Violation;
import hangproof.engine.trace.GraphTrace;
import hangproof.machine.BugOn;
import hangproof.machine.Memory;
import hangproof.machine.Program;
import hangproof.machine.Property;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Runs a port once more, along an execution graph: each role is fed what the graph says that it
 * reads, and must do what the graph says that it does. Then coherence, atomicity, the axioms and
 * the claim are checked anew.
 */
public final class GraphReplay {
  /** An execution graph does not show what it is said to show. */
  public static final class NotReplayed extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    NotReplayed(String why) {
      super("a witness does not replay: " + why);
    }
  }

  private final MemoryModel model;
  private final Violation violation;
  private final GraphTrace trace;
  private final Program program;
  private final Graph g;
  private final Map<List<Integer>, Integer> slots = new HashMap<>();

  private GraphReplay(RoleSteps roles, MemoryModel model, Violation violation, GraphTrace trace) {
    this.model = model;
    this.violation = violation;
    this.trace = trace;
    this.program = roles.program();
    this.g = GraphSearch.empty(new RoleThreads(roles, GraphExplorer.EVENTS_EACH));
  }

  /**
   * Confirms a witness.
   *
   * @param roles the port, built anew
   * @throws NotReplayed if it does not show what it is said to show
   */
  public static void confirm(
      RoleSteps roles, MemoryModel model, Violation violation, GraphTrace trace) {
    GraphReplay replay = new GraphReplay(roles, model, violation, trace);
    replay.checkForm();
    replay.walk();
    replay.checkCoherence();
    replay.judge();
  }

  /**
   * The same execution of another version of a port, which makes the same accesses, but perhaps
   * with other barriers and orders: allowed or not.
   *
   * @param roles the other version
   * @throws NotReplayed if it makes other accesses
   */
  public static GraphTrace retrace(RoleSteps roles, GraphTrace trace) {
    GraphReplay replay = new GraphReplay(roles, MemoryModel.LKMM, Violation.IO_HANG, trace);
    replay.walk();
    GraphExplorer.Finding finding =
        new GraphExplorer.Finding(Violation.IO_HANG, trace.claim(), replay.g);
    return new GraphTracer(replay.program, finding).trace();
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new NotReplayed(otherwise);
    }
  }

  /** A graph may come out of a file: whatever it says, nothing of it may be taken on trust. */
  private void checkForm() {
    require(trace.events() != null && trace.orders() != null, "it has no events or no orders");
    for (GraphTrace.Event e : trace.events()) {
      require(e != null && e.kind() != null, "an event is missing");
      require(e.role() >= 0 && e.role() < g.threads, "there is no role " + e.role());
      boolean known = e.location() < program.machine().cells().size();
      boolean access = e.kind() == GraphTrace.Kind.READ || e.kind() == GraphTrace.Kind.WRITE;
      require(known && (!access || e.location() >= 0), "there is no cell " + e.location());
      require(e.kind() != GraphTrace.Kind.CHOICE || e.value() >= 0, "no such choice");
    }
    Set<Integer> locations = new HashSet<>();
    Set<List<Integer>> ordered = new HashSet<>();
    for (GraphTrace.CoherenceOrder order : trace.orders()) {
      require(order != null && order.writes() != null, "an order is missing");
      require(locations.add(order.location()), "a cell has two coherence orders");
      for (int[] write : order.writes()) {
        require(write != null && write.length == 2, "an order names no write");
        require(ordered.add(List.of(write[0], write[1])), "a write comes twice");
      }
    }
    Set<List<Integer>> writes =
        trace.events().stream()
            .filter(e -> e.kind() == GraphTrace.Kind.WRITE)
            .map(e -> List.of(e.role(), e.position()))
            .collect(Collectors.toSet());
    require(ordered.equals(writes), "the coherence orders are not those of its writes");
    for (GraphTrace.CoherenceOrder order : trace.orders()) {
      boolean exists = order.location() >= 0 && order.location() < program.machine().cells().size();
      require(exists, "there is no cell " + order.location());
    }
  }

  /** Adds each event as soon as the one that it reads from is there. */
  private void walk() {
    List<GraphTrace.Event> open = new ArrayList<>(trace.events());
    open.removeIf(e -> e.kind() == GraphTrace.Kind.FENCE);
    require(open.size() <= Graph.MAX_EVENTS, "it is too long");
    while (!open.isEmpty()) {
      int before = open.size();
      open.removeIf(this::add);
      require(open.size() < before, "reads-from and program order go round in a circle");
    }
    for (GraphTrace.CoherenceOrder order : trace.orders()) {
      int last = Graph.INITIAL;
      int rank = 0;
      g.first[order.location()] = Graph.NONE;
      for (int[] write : order.writes()) {
        Integer slot = slots.get(List.of(write[0], write[1]));
        require(slot != null && g.step[slot].location == order.location(), "a write is not there");
        if (last == Graph.INITIAL) {
          g.first[order.location()] = slot;
        } else {
          g.next[last] = slot;
        }
        g.next[slot] = Graph.NONE;
        g.rank[slot] = ++rank;
        last = slot;
      }
    }
  }

  private boolean add(GraphTrace.Event event) {
    int t = event.role();
    if (g.count(t) != event.position()) {
      return false;
    }
    Step step = g.now[t];
    switch (event.kind()) {
      case CHOICE -> {
        require(step.kind == Step.Kind.CHOICE && event.value() < step.choices, "no such choice");
        g.addChoice(t, event.value());
      }
      case READ -> {
        require(step.kind == Step.Kind.READ, step + " is no read");
        require(step.location == event.location(), step + " is about another cell");
        int from = Graph.INITIAL;
        if (event.fromRole() >= 0) {
          Integer slot = slots.get(List.of(event.fromRole(), event.fromPosition()));
          if (slot == null) {
            return false;
          }
          from = slot;
          require(
              g.source[from] == Graph.NONE && g.step[from].location == step.location,
              "it reads from no write to its cell");
        }
        g.addRead(t, from);
        require(g.value[g.last[t]] == event.value(), "it reads another value");
      }
      case WRITE -> {
        require(step.kind == Step.Kind.WRITE, step + " is no write");
        require(step.location == event.location(), step + " is about another cell");
        int value = step.written(step.half ? g.value[g.last[t]] : 0);
        require(value == event.value(), step + " writes " + value);
        g.addWrite(t, value, g.lastWrite(step.location));
      }
      default -> throw new IllegalStateException("a fence is no event");
    }
    slots.put(List.of(t, event.position()), g.last[t]);
    return true;
  }

  /** For each location: program order agrees with coherence, and no write cuts an atomic in two. */
  private void checkCoherence() {
    for (int a = 0; a < g.size; a++) {
      for (int b = 0; b < g.size; b++) {
        boolean ordered =
            g.thread[a] == g.thread[b]
                && g.position[a] < g.position[b]
                && g.step[a].location >= 0
                && g.step[a].location == g.step[b].location;
        if (ordered) {
          int first = place(a);
          int second = place(b);
          boolean later = g.source[b] == Graph.NONE ? first < second : first <= second;
          require(later, "it is not coherent");
        }
      }
      if (g.isBound(a)) {
        int read = slots.get(List.of(g.thread[a], g.position[a] - 1));
        require(g.rank[a] == place(read) + 1, "an atomic operation is cut in two");
      }
    }
  }

  private int place(int e) {
    return g.source[e] == Graph.NONE ? g.rank[e] : g.rankOf(g.source[e]);
  }

  private void judge() {
    Axioms axioms = GraphExplorer.axioms(model);
    require(axioms.allows(g), "the memory model does not allow it");
    Axioms dependent = GraphExplorer.dependent(model);
    require(dependent.allows(g), "dependencies may forbid it");
    Memory memory = GraphExplorer.memory(g);
    if (violation == Violation.DATA_RACE) {
      require(axioms.races() && dependent.races(), "no two accesses race");
      return;
    }
    boolean claimed =
        Arrays.stream(g.now)
            .anyMatch(s -> s.kind == Step.Kind.FAILED && s.failure() instanceof BugOn);
    if (violation == Violation.INVARIANT && claimed) {
      return;
    }
    for (int t = 0; t < g.threads; t++) {
      boolean waits = g.now[t].kind == Step.Kind.BLOCKED && g.readsLast(g.last[t]);
      require(waits || g.now[t].kind == Step.Kind.END, "somebody can still move");
    }
    boolean complete = program.completion().holds().test(memory);
    switch (violation) {
      case IO_HANG -> require(!complete, "everything has completed");
      case LEAK -> require(complete && broken(program.leaks(), memory), "nothing has leaked");
      default -> require(broken(program.invariants(), memory), "every claim holds");
    }
  }

  private static boolean broken(List<Property> claims, Memory memory) {
    return claims.stream().anyMatch(p -> !p.holds().test(memory));
  }
}
