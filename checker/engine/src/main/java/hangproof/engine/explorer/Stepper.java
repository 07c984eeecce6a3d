// SPDX-License-Identifier: MIT
package hangproof.engine.explorer;

import hangproof.engine.automaton.Action;
import hangproof.engine.automaton.CompiledProgram;
import hangproof.engine.automaton.Reduction;
import hangproof.engine.automaton.ThreadAutomaton;
import hangproof.machine.Cell;
import hangproof.machine.PortException;
import hangproof.machine.Role;
import java.util.List;

/**
 * Enumerates the steps out of one state: {@link #start} it, then {@link #next} until false. One
 * worker owns it; it allocates nothing.
 *
 * <p>A step is one access that others can notice, together with the accesses of the same thread
 * that nobody can tell the time of.
 */
final class Stepper {
  /** What is wrong with a state that a step has led to. */
  enum Fault {
    NONE,
    /** A guarded cell is about to be touched without its lock. */
    UNGUARDED,
    /** The port threw. */
    FAILED,
    /** The store buffer is full: what lies beyond is not searched. */
    OVERFLOW,
    /** An operation would leave its cell's declared range. */
    OUT_OF_RANGE
  }

  /** Told of each access of a step, for witnesses. */
  interface Observer {
    void access(int thread, Action action, int before, int after, int edge, boolean flush);
  }

  /** In {@link #nodes}, for each node: this many ints, of which the first is its action. */
  private static final int INFO = 8;

  private static final int FLAGS = 1;
  private static final int FIRST_CHILD = 2;
  private static final int FLUSH = 3;

  /** Where the action's cell lies in a state, -1 if it has none; and the action's transitions. */
  private static final int WORD = 4;

  private static final int SHIFT = 5;
  private static final int MASK = 6;
  private static final int TABLE = 7;

  private static final int FAULTY =
      ThreadAutomaton.UNGUARDED | ThreadAutomaton.OVERFLOW | ThreadAutomaton.FAILED;
  private static final int LONGEST_STEP = 100_000;

  private final CompiledProgram program;
  private final Layout layout;
  private final int words;
  private final int threads;
  private final boolean symmetric;
  private final ThreadAutomaton[] automata;

  /** For each thread, what there is to know of each node. */
  private final int[][] nodes;

  private final int[] known;
  private final int[][] children;
  private final int[][] flushChildren;
  private final int[] groupStart;
  private final int[] groupEnd;

  /** The tables of all actions, one after the other, and where each begins. */
  private int[] transitions = {};

  private int[] actionTable = {};
  private int[] actionCell = {};

  /** Where each thread's node lies in a state. */
  private final int[] nodeWord;

  private final int[] nodeShift;
  private final int[] nodeMask;
  private final long[] source;

  /** The nodes in which the threads are in {@link #source}. */
  private final int[] at;

  final long[] state;
  private Observer observer;

  private int thread;
  private boolean flushing;
  private int choice;
  private int via;
  private Fault fault;
  private Action faultAction;
  private int enabled;

  Stepper(CompiledProgram program, Layout layout, boolean symmetric) {
    this.program = program;
    this.layout = layout;
    this.words = layout.words();
    this.threads = layout.threads();
    this.symmetric = symmetric && program.reductions().contains(Reduction.SYMMETRY);
    this.source = new long[words];
    this.state = new long[words];
    this.automata = new ThreadAutomaton[threads];
    this.nodes = new int[threads][0];
    this.known = new int[threads];
    this.children = new int[threads][];
    this.flushChildren = new int[threads][];
    this.groupStart = new int[threads];
    this.groupEnd = new int[threads];
    this.nodeWord = new int[threads];
    this.nodeShift = new int[threads];
    this.nodeMask = new int[threads];
    this.at = new int[threads];
    List<Role> roles = program.program().roles();
    for (int t = 0; t < threads; t++) {
      automata[t] = program.automaton(t);
      boolean twin = t > 0 && roles.get(t).twins() == roles.get(t - 1).twins();
      groupStart[t] = twin ? groupStart[t - 1] : t;
      nodeWord[t] = layout.word[layout.thread(t)];
      nodeShift[t] = layout.shift[layout.thread(t)];
      nodeMask[t] = (int) layout.mask[layout.thread(t)];
    }
    for (int t = threads - 1; t >= 0; t--) {
      boolean twin = t + 1 < threads && groupStart[t + 1] == groupStart[t];
      groupEnd[t] = twin ? groupEnd[t + 1] : t + 1;
    }
    refreshTables();
  }

  void observe(Observer told) {
    this.observer = told;
  }

  /** Writes the initial state. */
  void initial(long[] to) {
    java.util.Arrays.fill(to, 0, words, 0);
    List<Cell> cells = program.program().machine().cells();
    for (int c = 0; c < cells.size(); c++) {
      Cell cell = cells.get(c);
      layout.set(to, 0, c, program.actions().domain(cell).number(cell.initial()));
    }
  }

  /** The fault of the initial state. */
  Fault initialFault() {
    for (int t = 0; t < threads; t++) {
      Fault f = faultOf(t, 0);
      if (f != Fault.NONE) {
        return f;
      }
    }
    return Fault.NONE;
  }

  /** Begins with the steps out of a state. */
  void start(long[] states, int offset) {
    for (int i = 0; i < words; i++) {
      source[i] = states[offset + i];
    }
    for (int t = 0; t < threads; t++) {
      at[t] = (int) (source[nodeWord[t]] >>> nodeShift[t]) & nodeMask[t];
    }
    thread = 0;
    flushing = false;
    choice = 0;
    enabled = 0;
  }

  /**
   * Takes the next step; afterwards {@link #state} is where it leads.
   *
   * @return false if there is none left
   */
  boolean next() {
    while (thread < threads) {
      int t = thread;
      if (!flushing) {
        if (choice == 0 && isTwinOfPrevious(t)) {
          thread++;
          continue;
        }
        boolean issued = issue(t);
        // A choice of the harness is issued once for each alternative.
        flushing = choice == 0 || !issued;
        if (issued) {
          enabled++;
          return true;
        }
      } else {
        flushing = false;
        choice = 0;
        thread++;
        if (flush(t)) {
          enabled++;
          return true;
        }
      }
    }
    return false;
  }

  /** How many steps the state has had so far: 0 at the end of the enumeration if it is terminal. */
  int enabled() {
    return enabled;
  }

  /** Which thread took the step. */
  int via() {
    return via;
  }

  Fault fault() {
    return fault;
  }

  /** The action at which {@link #fault} lies, null if there is none. */
  Action faultAction() {
    return faultAction;
  }

  private boolean isTwinOfPrevious(int t) {
    return symmetric && t > groupStart[t] && at[t] == at[t - 1];
  }

  private boolean issue(int t) {
    int[] info = nodes[t];
    int here = INFO * at[t];
    int action = info[here];
    if (action == ThreadAutomaton.NONE) {
      return false;
    }
    int flags = info[here + FLAGS];
    if ((flags & ThreadAutomaton.CHOICE) != 0) {
      return choose(t, at[t], action);
    }
    int word = info[here + WORD];
    if (word >= 0 && transition(info, here, source[word]) == 0) {
      return false;
    }
    begin(t);
    int node = at[t];
    boolean mayStillTake = true;
    boolean taken = false;
    for (int length = 0; ; length++) {
      if (length > LONGEST_STEP) {
        throw new PortException("a role turns for ever in cells that only it can reach");
      }
      int edge = 0;
      if (word >= 0) {
        int entry = transition(info, here, state[word]);
        if (entry <= 0) {
          if (entry < 0) {
            fault = Fault.OUT_OF_RANGE;
            faultAction = program.actions().get(action);
          }
          break;
        }
        edge = (entry & 0xffff) - 1;
        int shift = info[here + SHIFT];
        int before = (int) (state[word] >>> shift) & info[here + MASK];
        state[word] ^= (long) (before ^ (entry >>> 16)) << shift;
        if (observer != null) {
          observer.access(t, program.actions().get(action), before, entry >>> 16, edge, false);
        }
      }
      if ((flags & ThreadAutomaton.TAKE) != 0) {
        taken = true;
      } else if ((flags & ThreadAutomaton.LOCAL) == 0) {
        mayStillTake = false;
      }
      node = child(t, node, edge);
      info = nodes[t];
      here = INFO * node;
      action = info[here];
      flags = info[here + FLAGS];
      word = info[here + WORD];
      if ((flags & FAULTY) != 0) {
        fault = faultOf(t, node);
        if (fault != Fault.NONE) {
          break;
        }
      }
      if (action == ThreadAutomaton.NONE || !joins(flags, taken && mayStillTake)) {
        break;
      }
    }
    move(t, node);
    return true;
  }

  /** What a node's action does to its cell in a state, of which the word is given. */
  private int transition(int[] info, int here, long word) {
    return transitions[
        info[here + TABLE] + ((int) (word >>> info[here + SHIFT]) & info[here + MASK])];
  }

  /**
   * Whether an access may be part of the step that is under way.
   *
   * @param afterTake the step has only taken locks or counts, and touched what they guard, so far
   */
  private static boolean joins(int flags, boolean afterTake) {
    if ((flags & (ThreadAutomaton.LOCAL | ThreadAutomaton.GIVE)) != 0) {
      return true;
    }
    int aloneOnly =
        ThreadAutomaton.BLOCKING
            | ThreadAutomaton.PLAIN
            | ThreadAutomaton.CONTESTED
            | ThreadAutomaton.CHOICE;
    return afterTake && (flags & aloneOnly) == 0;
  }

  private boolean choose(int t, int node, int action) {
    if (choice >= program.actions().get(action).edges()) {
      return false;
    }
    begin(t);
    if (observer != null) {
      observer.access(t, program.actions().get(action), 0, 0, choice, false);
    }
    int child = child(t, node, choice++);
    fault = faultOf(t, child);
    move(t, child);
    return true;
  }

  private boolean flush(int t) {
    int node = at[t];
    if (isTwinOfPrevious(t)) {
      return false;
    }
    int action = nodes[t][INFO * node + FLUSH];
    if (action == ThreadAutomaton.NONE) {
      return false;
    }
    begin(t);
    int cell = cellOf(action);
    int before = layout.get(state, 0, cell);
    int entry = transitions[actionTable[action] + before];
    layout.set(state, 0, cell, entry >>> 16);
    if (observer != null) {
      observer.access(t, program.actions().get(action), before, entry >>> 16, 0, true);
    }
    int child = flushChildren[t][node];
    if (child == ThreadAutomaton.NONE) {
      child = automata[t].flushed(node);
      refreshTables();
    }
    fault = faultOf(t, child);
    move(t, child);
    return true;
  }

  private void begin(int t) {
    for (int i = 0; i < words; i++) {
      state[i] = source[i];
    }
    via = t;
    fault = Fault.NONE;
    faultAction = null;
  }

  private int child(int t, int node, int edge) {
    int child = children[t][nodes[t][INFO * node + FIRST_CHILD] + edge];
    if (child == ThreadAutomaton.NONE) {
      child = automata[t].child(node, edge);
      refreshTables();
    }
    return child;
  }

  private Fault faultOf(int t, int node) {
    int flags = nodes[t][INFO * node + FLAGS];
    if ((flags & FAULTY) == 0) {
      return Fault.NONE;
    }
    if ((flags & ThreadAutomaton.FAILED) != 0) {
      return Fault.FAILED;
    }
    if ((flags & ThreadAutomaton.UNGUARDED) != 0) {
      faultAction = program.actions().get(nodes[t][INFO * node]);
      return Fault.UNGUARDED;
    }
    return Fault.OVERFLOW;
  }

  /** Writes the node of the thread that moved, at its place among its twins. */
  private void move(int t, int node) {
    int place = t;
    if (symmetric) {
      while (place > groupStart[t] && node < at[place - 1]) {
        put(place, at[place], at[place - 1]);
        place--;
      }
      while (place + 1 < groupEnd[t] && node > at[place + 1]) {
        put(place, at[place], at[place + 1]);
        place++;
      }
    }
    put(place, at[place], node);
  }

  private void put(int t, int before, int after) {
    state[nodeWord[t]] ^= (long) (before ^ after) << nodeShift[t];
  }

  /** Sorts all twins of a state in place. */
  void canonicalise(long[] s) {
    for (int t = 0; t < threads; t++) {
      for (int i = groupStart[t] + 1; i < groupEnd[t]; i++) {
        for (int j = i; j > groupStart[t] && node(s, j) < node(s, j - 1); j--) {
          swap(s, j, j - 1);
        }
      }
    }
  }

  private int node(long[] s, int t) {
    return layout.get(s, 0, layout.thread(t));
  }

  private void swap(long[] s, int i, int j) {
    int a = node(s, i);
    layout.set(s, 0, layout.thread(i), node(s, j));
    layout.set(s, 0, layout.thread(j), a);
  }

  private int cellOf(int action) {
    if (action >= actionCell.length) {
      refreshActions();
    }
    return actionCell[action];
  }

  private void refreshTables() {
    refreshActions();
    for (int t = 0; t < threads; t++) {
      boolean twin = t > groupStart[t];
      if (!twin) {
        flatten(t, automata[t].tables());
      }
      nodes[t] = nodes[groupStart[t]];
      children[t] = twin ? children[t - 1] : automata[t].tables().children();
      flushChildren[t] = twin ? flushChildren[t - 1] : automata[t].tables().flushChild();
    }
  }

  private void flatten(int t, ThreadAutomaton.Tables tables) {
    if (nodes[t].length < INFO * tables.size()) {
      nodes[t] = java.util.Arrays.copyOf(nodes[t], INFO * tables.actions().length);
    }
    int[] info = nodes[t];
    for (int n = known[t]; n < tables.size(); n++) {
      int action = tables.actions()[n];
      int cell = action == ThreadAutomaton.NONE ? -1 : actionCell[action];
      info[INFO * n] = action;
      info[INFO * n + FLAGS] = tables.flags()[n];
      info[INFO * n + FIRST_CHILD] = tables.firstChild()[n];
      info[INFO * n + FLUSH] = tables.flushActions()[n];
      info[INFO * n + WORD] = -1;
      if (cell >= 0) {
        info[INFO * n + WORD] = layout.word[cell];
        info[INFO * n + SHIFT] = layout.shift[cell];
        info[INFO * n + MASK] = (int) layout.mask[cell];
        info[INFO * n + TABLE] = actionTable[action];
      }
    }
    known[t] = tables.size();
  }

  private void refreshActions() {
    int n = program.actions().size();
    if (n == actionCell.length) {
      return;
    }
    int known = actionCell.length;
    actionTable = java.util.Arrays.copyOf(actionTable, n);
    actionCell = java.util.Arrays.copyOf(actionCell, n);
    int length = transitions.length;
    for (int a = known; a < n; a++) {
      Action action = program.actions().get(a);
      actionCell[a] = action.cell() == null ? -1 : action.cell().index();
      actionTable[a] = length;
      length += action.table() == null ? 0 : action.table().length;
    }
    transitions = java.util.Arrays.copyOf(transitions, length);
    for (int a = known; a < n; a++) {
      int[] table = program.actions().get(a).table();
      if (table != null) {
        System.arraycopy(table, 0, transitions, actionTable[a], table.length);
      }
    }
  }

  /**
   * Whether two threads are about to touch the same cell, one of them with a plain access and one
   * of them writing: a data race (under SC a program has one if and only if some state shows it).
   */
  boolean plainRace(long[] states, int offset) {
    for (int t = 0; t < threads; t++) {
      int node = layout.get(states, offset, layout.thread(t));
      if ((nodes[t][INFO * node + FLAGS] & ThreadAutomaton.PLAIN) == 0) {
        continue;
      }
      Action plain = program.actions().get(nodes[t][INFO * node]);
      for (int u = 0; u < threads; u++) {
        int other = layout.get(states, offset, layout.thread(u));
        int action = nodes[u][INFO * other];
        if (u != t
            && action != ThreadAutomaton.NONE
            && cellOf(action) == plain.cell().index()
            && (plain.writes() || program.actions().get(action).writes())) {
          faultAction = plain;
          return true;
        }
      }
    }
    return false;
  }
}
