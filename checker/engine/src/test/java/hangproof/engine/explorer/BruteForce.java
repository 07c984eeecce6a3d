// SPDX-License-Identifier: MIT
package hangproof.engine.explorer;

import hangproof.engine.MemoryModel;
import hangproof.machine.BugOn;
import hangproof.machine.Cell;
import hangproof.machine.Fence;
import hangproof.machine.Machine;
import hangproof.machine.Memory;
import hangproof.machine.Op;
import hangproof.machine.Order;
import hangproof.machine.Program;
import hangproof.machine.Property;
import hangproof.machine.Role;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;

/**
 * The explorer's meaning, written down as simply as possible: every interleaving of single
 * accesses, with nothing left out. A thread is run again from its start for every step. It shares
 * {@link Op} with the explorer, and nothing else.
 *
 * <p>A counter of the harness is counted together with the access before it, but not with a choice.
 */
final class BruteForce {
  static final int CAPACITY = 8;

  /** All that can happen. */
  static final class Outcome {
    final Set<List<Integer>> finals = new HashSet<>();
    final Set<Violation> violations = new HashSet<>();

    /** Steps to the nearest state that shows a violation. */
    final Map<Violation, Integer> nearest = new HashMap<>();

    /** Why the explorer must say Unknown, or null. */
    String error;

    long stalls;
    int states;

    private void found(Violation violation, int depth) {
      violations.add(violation);
      nearest.merge(violation, depth, Math::min);
    }
  }

  /** More states than a test should take. */
  static final class TooMany extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private record Access(Cell cell, Op op, int a, int b, Order order, Fence fence, int choices) {}

  /** A thread: what it has learned so far, and the stores (cell, value) that nobody else sees. */
  private record Local(int[] learned, int[] buffer, Access next, Set<Cell> held, Throwable thrown) {
    int newest(Cell cell, int inMemory) {
      int seen = inMemory;
      for (int i = 0; i < buffer.length; i += 2) {
        seen = buffer[i] == cell.index() ? buffer[i + 1] : seen;
      }
      return seen;
    }
  }

  private record State(int[] memory, Local[] threads) {
    @Override
    public boolean equals(Object o) {
      if (!(o instanceof State s) || !Arrays.equals(memory, s.memory)) {
        return false;
      }
      for (int t = 0; t < threads.length; t++) {
        if (!Arrays.equals(threads[t].learned, s.threads[t].learned)
            || !Arrays.equals(threads[t].buffer, s.threads[t].buffer)) {
          return false;
        }
      }
      return true;
    }

    @Override
    public int hashCode() {
      int h = Arrays.hashCode(memory);
      for (Local thread : threads) {
        h = 31 * (31 * h + Arrays.hashCode(thread.learned)) + Arrays.hashCode(thread.buffer);
      }
      return h;
    }
  }

  /** Runs a thread from its start on what it has learned, up to the access after that. */
  private static final class Feeder extends Machine {
    private static final class Stop extends RuntimeException {
      private static final long serialVersionUID = 1L;

      Stop() {
        super(null, null, false, false);
      }
    }

    private int[] learned = {};
    private int at;
    private Access next;
    private final Set<Cell> held = new HashSet<>();

    Local run(IntUnaryOperator body, int[] history, int[] buffer) {
      learned = history;
      at = 0;
      next = null;
      held.clear();
      Throwable thrown = null;
      try {
        int carried = 0;
        while (carried >= 0) {
          carried = body.applyAsInt(carried);
        }
      } catch (Stop stop) {
        // next is set
      } catch (RuntimeException e) {
        thrown = e;
      }
      return new Local(history, buffer, next, Set.copyOf(held), thrown);
    }

    private int feed(Access access) {
      if (at == learned.length) {
        next = access;
        throw new Stop();
      }
      return learned[at++];
    }

    @Override
    public int access(Cell cell, Op op, int a, int b, Order order) {
      int result = feed(new Access(cell, op, a, b, order, null, 0));
      if (op == Op.LOCK) {
        held.add(cell);
      } else if (op == Op.UNLOCK) {
        held.remove(cell);
      }
      return result;
    }

    @Override
    public void fence(Fence fence) {
      feed(new Access(null, null, 0, 0, null, fence, 0));
    }

    @Override
    public int choose(int n) {
      return feed(new Access(null, null, 0, 0, null, null, n));
    }

    @Override
    public int loop(int init, IntUnaryOperator body) {
      int carried = init;
      while (carried >= 0) {
        carried = body.applyAsInt(carried);
      }
      return ~carried;
    }

    @Override
    public int call(IntSupplier helper) {
      return helper.getAsInt();
    }
  }

  private final Feeder feeder = new Feeder();
  private final Program program;
  private final boolean tso;
  private final int mostStates;
  private final Outcome outcome = new Outcome();

  /** Whether the last access, and whether any step of the last state, is an error. */
  private boolean failed;

  private boolean failedHere;
  private final Map<State, Integer> numbers = new HashMap<>();
  private final List<State> states = new ArrayList<>();
  private final List<Integer> depths = new ArrayList<>();
  private final List<List<int[]>> successors = new ArrayList<>();

  private BruteForce(Function<Machine, Program> build, MemoryModel model, int mostStates) {
    this.program = build.apply(feeder);
    this.tso = model == MemoryModel.TSO;
    this.mostStates = mostStates;
    feeder.seal();
  }

  static Outcome of(Function<Machine, Program> build, MemoryModel model) {
    return of(build, model, 2_000_000);
  }

  static Outcome of(Function<Machine, Program> build, MemoryModel model, int mostStates) {
    BruteForce all = new BruteForce(build, model, mostStates);
    all.explore();
    all.countStalls();
    all.outcome.states = all.states.size();
    return all.outcome;
  }

  private void explore() {
    int[] memory = feeder.cells().stream().mapToInt(Cell::initial).toArray();
    List<Role> roles = program.roles();
    Local[] threads = new Local[roles.size()];
    for (int t = 0; t < threads.length; t++) {
      threads[t] = feeder.run(roles.get(t).body(), new int[0], new int[0]);
    }
    add(new State(memory, threads), 0);
    for (int i = 0; i < states.size(); i++) {
      State state = states.get(i);
      examine(state, depths.get(i));
      failedHere = false;
      for (int t = 0; t < threads.length; t++) {
        issue(i, state, t);
        flush(i, state, t);
      }
      if (successors.get(i).isEmpty() && mayBeTerminal(state)) {
        judgeTerminal(state, depths.get(i));
      }
    }
  }

  /** A thread that threw, or that would leave a range, is no terminal state. */
  private boolean mayBeTerminal(State state) {
    return !failedHere && Arrays.stream(state.threads).allMatch(t -> t.thrown == null);
  }

  private int add(State state, int depth) {
    Integer known = numbers.get(state);
    if (known != null) {
      return known;
    }
    if (states.size() >= mostStates) {
      throw new TooMany();
    }
    numbers.put(state, states.size());
    states.add(state);
    depths.add(depth);
    successors.add(new ArrayList<>());
    return states.size() - 1;
  }

  private static Memory view(int[] memory) {
    return cell -> memory[cell.index()];
  }

  private void examine(State state, int depth) {
    Memory memory = view(state.memory);
    for (Property invariant : program.invariants()) {
      if (!invariant.holds().test(memory)) {
        outcome.found(Violation.INVARIANT, depth);
      }
    }
    for (Local thread : state.threads) {
      if (thread.thrown instanceof BugOn) {
        outcome.found(Violation.INVARIANT, depth);
      } else if (thread.thrown != null) {
        outcome.error = "thrown: " + thrown(thread);
      }
      if (unguarded(thread)) {
        outcome.found(Violation.DATA_RACE, depth);
      }
    }
    if (!tso && races(state.threads)) {
      outcome.found(Violation.DATA_RACE, depth);
    }
  }

  private static Throwable thrown(Local thread) {
    return thread.thrown;
  }

  private static boolean unguarded(Local thread) {
    Access next = thread.next;
    if (next == null || next.cell == null || next.cell.guard() == null) {
      return false;
    }
    boolean mayRead = next.cell.readableAnywhere() && next.op.kind() == Op.Kind.READ;
    return !mayRead && !thread.held.contains(next.cell.guard());
  }

  private static boolean races(Local[] threads) {
    for (int t = 0; t < threads.length; t++) {
      for (int u = 0; u < threads.length; u++) {
        Access a = threads[t].next;
        Access b = threads[u].next;
        if (t != u
            && a != null
            && b != null
            && a.cell != null
            && a.cell == b.cell
            && a.cell.guard() == null
            && !a.cell.ghost()
            && a.order == Order.PLAIN
            && (a.op.kind().writes() || b.op.kind().writes())) {
          return true;
        }
      }
    }
    return false;
  }

  private void judgeTerminal(State state, int depth) {
    List<Integer> memory = new ArrayList<>();
    Arrays.stream(state.memory).forEach(memory::add);
    outcome.finals.add(memory);
    if (!program.completion().holds().test(view(state.memory))) {
      outcome.found(Violation.IO_HANG, depth);
      return;
    }
    for (Property leak : program.leaks()) {
      if (!leak.holds().test(view(state.memory))) {
        outcome.found(Violation.LEAK, depth);
      }
    }
  }

  private void issue(int from, State state, int t) {
    Local thread = state.threads[t];
    Access next = thread.next;
    if (next == null || thread.thrown != null || unguarded(thread)) {
      return;
    }
    if (next.choices > 0) {
      for (int i = 0; i < next.choices; i++) {
        step(from, state, t, state.memory, thread.buffer, i);
      }
      return;
    }
    boolean draining = tso && thread.buffer.length > 0;
    if (next.fence != null) {
      if (!(next.fence == Fence.MB && draining)) {
        step(from, state, t, state.memory, thread.buffer, 0);
      }
      return;
    }
    Cell cell = next.cell;
    boolean buffered = tso && !cell.ghost();
    int old = state.memory[cell.index()];
    old = buffered ? thread.newest(cell, old) : old;
    boolean locked = next.op.locked(old, next.a, next.b);
    if (buffered && draining && locked) {
      return;
    }
    if (!next.op.enabled(old, next.a, next.b)) {
      return;
    }
    int value = value(next, old);
    if (failed) {
      return;
    }
    int[] memory = state.memory;
    int[] buffer = thread.buffer;
    if (next.op.kind().writes() && !(next.op.kind().atomic() && !locked)) {
      if (!buffered || locked) {
        memory = memory.clone();
        memory[cell.index()] = value;
      } else if (!(next.op.kind().update() && value == old)) {
        if (buffer.length == 2 * CAPACITY) {
          fail("overflow");
          return;
        }
        buffer = Arrays.copyOf(buffer, buffer.length + 2);
        buffer[buffer.length - 2] = cell.index();
        buffer[buffer.length - 1] = value;
      }
    }
    step(from, state, t, memory, buffer, next.op.result(old, next.a, next.b));
  }

  private void fail(String error) {
    outcome.error = error;
    failed = true;
    failedHere = true;
  }

  private int value(Access next, int old) {
    failed = false;
    try {
      int value = next.op.next(old, next.a, next.b);
      if (!next.cell.admits(value)) {
        fail(next + " on " + old + " leaves the range");
      }
      return value;
    } catch (RuntimeException e) {
      fail(next + " on " + old + ": " + e.getMessage());
      return 0;
    }
  }

  private void flush(int from, State state, int t) {
    Local thread = state.threads[t];
    if (thread.buffer.length == 0) {
      return;
    }
    int[] memory = state.memory.clone();
    memory[thread.buffer[0]] = thread.buffer[1];
    int[] rest = Arrays.copyOfRange(thread.buffer, 2, thread.buffer.length);
    Local[] threads = state.threads.clone();
    threads[t] = new Local(thread.learned, rest, thread.next, thread.held, thread.thrown);
    link(from, t, new State(memory, threads));
  }

  private void step(int from, State state, int t, int[] memory, int[] buffer, int result) {
    int[] learned = Arrays.copyOf(state.threads[t].learned, state.threads[t].learned.length + 1);
    learned[learned.length - 1] = result;
    Local[] threads = state.threads.clone();
    threads[t] = feeder.run(program.roles().get(t).body(), learned, buffer);
    int[] now = memory;
    boolean chose = state.threads[t].next.choices > 0;
    while (!chose && isBeforeGhost(threads[t])) {
      Access ghost = threads[t].next;
      now = now.clone();
      now[ghost.cell.index()] = value(ghost, now[ghost.cell.index()]);
      learned = Arrays.copyOf(learned, learned.length + 1);
      threads[t] = feeder.run(program.roles().get(t).body(), learned, buffer);
    }
    link(from, t, new State(now, threads));
  }

  private static boolean isBeforeGhost(Local thread) {
    return thread.next != null && thread.next.cell != null && thread.next.cell.ghost();
  }

  private void link(int from, int thread, State to) {
    successors.get(from).add(new int[] {thread, add(to, depths.get(from) + 1)});
  }

  /** States from which completion can be reached, but not without a step of a timer. */
  private void countStalls() {
    int n = states.size();
    boolean[] reaches = new boolean[n];
    boolean[] awake = new boolean[n];
    for (int i = 0; i < n; i++) {
      awake[i] = program.completion().holds().test(view(states.get(i).memory));
      reaches[i] = awake[i];
    }
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int i = n - 1; i >= 0; i--) {
        for (int[] edge : successors.get(i)) {
          boolean timer = program.roles().get(edge[0]).timer();
          boolean nowReaches = reaches[i] || reaches[edge[1]];
          boolean nowAwake = awake[i] || (awake[edge[1]] && !timer);
          changed |= nowReaches != reaches[i] || nowAwake != awake[i];
          reaches[i] = nowReaches;
          awake[i] = nowAwake;
        }
      }
    }
    for (int i = 0; i < n; i++) {
      outcome.stalls += reaches[i] && !awake[i] ? 1 : 0;
    }
  }
}
