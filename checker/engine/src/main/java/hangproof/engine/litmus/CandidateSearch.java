// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

import hangproof.engine.axiom.Execution;
import hangproof.engine.axiom.MemoryModel;
import hangproof.engine.axiom.Skeleton;
import hangproof.engine.litmus.Cond.Truth;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * All candidate executions of a litmus test, load buffering included.
 *
 * <p>For each choice of one path a thread: reads-from is chosen read by read; values follow from it
 * and cut the search as soon as a path condition or the filter fails; sequential consistency per
 * location and atomicity cut it, too. Then coherence orders are chosen location by location, and
 * the model is asked after each. A value that only depends on itself by copying stays a symbol, as
 * in herd; if it depends on itself in another way, there is no such execution.
 */
final class CandidateSearch {
  private static final int OPEN = Execution.OPEN;
  private static final int INITIAL = Execution.INITIAL;

  /** Steps of a search after which the model is asked about unfinished candidates, too. */
  private static final int PATIENCE = 1000;

  private final LitmusTest test;
  private final MemoryModel model;
  private final Deadline deadline;
  private final List<List<ThreadPath>> paths;

  /** What an execution must satisfy besides: the filter, and a goal perhaps. */
  private final Cond wanted;

  private final boolean wantRaces;
  private CandidateVisitor visitor;
  private boolean boundHit;
  private int nodes;
  private int questions;
  private int refusals;

  // Of the current choice of paths.
  private PathChoice choice;
  private Coherence coherence;
  private Execution execution;
  private boolean begun;
  private Level[] levels;
  private final Final state = new Final();

  CandidateSearch(
      LitmusTest test,
      MemoryModel model,
      SearchBounds bounds,
      Deadline deadline,
      Cond wanted,
      boolean wantRaces) {
    this.test = test;
    this.model = model;
    this.deadline = deadline;
    this.wanted = wanted;
    this.wantRaces = wantRaces;
    paths = new ArrayList<>();
    for (ThreadCode thread : test.threads) {
      paths.add(PathBuilder.paths(thread, bounds.unroll()));
    }
  }

  /** What is chosen and known at one depth of the search. */
  private static final class Level {
    final long[] values;
    final int[] location;
    final int[] source;

    /** Reads whose value is known. */
    long known;

    /** Events whose location is known or, for a read with an address of its own making, guessed. */
    long located;

    /** Events whose location is a guess yet. */
    long guessed;

    Level(int events) {
      values = new long[events];
      location = new int[events];
      source = new int[events];
    }

    void copy(Level other) {
      System.arraycopy(other.values, 0, values, 0, values.length);
      System.arraycopy(other.location, 0, location, 0, location.length);
      System.arraycopy(other.source, 0, source, 0, source.length);
      known = other.known;
      located = other.located;
      guessed = other.guessed;
    }
  }

  /**
   * Visits every allowed execution, until the visitor stops it.
   *
   * @return true if every candidate was looked at
   * @throws SearchLimit if a bound was hit
   */
  boolean run(CandidateVisitor to) {
    visitor = to;
    return choosePaths(new ArrayList<>());
  }

  /** True if a loop may run on beyond the bound, so that executions are missing. */
  boolean isBoundHit() {
    return boundHit;
  }

  private boolean choosePaths(List<ThreadPath> chosen) {
    if (chosen.size() < paths.size()) {
      for (ThreadPath path : paths.get(chosen.size())) {
        chosen.add(path);
        boolean go = choosePaths(chosen);
        chosen.remove(chosen.size() - 1);
        if (!go) {
          return false;
        }
      }
      return true;
    }
    deadline.check();
    if (chosen.stream().anyMatch(p -> p.cutAfterWrite)) {
      // What it would go on to write might feed other threads, or itself.
      boundHit = true;
    }
    choice = new PathChoice(chosen, test.locations.size());
    coherence = new Coherence(choice.skeleton, model.coherent(), model.atomic());
    begun = false;
    int depth = Long.bitCount(choice.skeleton.reads()) + 1;
    levels = new Level[depth + 1];
    for (int i = 0; i <= depth; i++) {
      levels[i] = new Level(choice.events);
    }
    Level root = levels[0];
    Arrays.fill(root.location, -1);
    Arrays.fill(root.source, OPEN);
    return !settle(root) || chooseSources(0);
  }

  /**
   * Computes what follows from the sources chosen so far.
   *
   * @return false if this contradicts something
   */
  private boolean settle(Level level) {
    boolean changed;
    do {
      changed = false;
      for (int e = 0; e < choice.events; e++) {
        long bit = 1L << e;
        if ((level.located & bit) == 0 || (level.guessed & bit) != 0) {
          if (isKnown(choice.address[e], choice.base[e], level)) {
            if (!locate(e, level)) {
              return false;
            }
            changed = true;
          }
        }
        if (level.source[e] != OPEN && (level.known & bit) == 0) {
          changed |= readValue(e, level);
        }
      }
    } while (changed);
    for (int e = 0; e < choice.events; e++) {
      int from = level.source[e];
      if (from >= 0
          && (level.located & 1L << e) != 0
          && (level.located & 1L << from) != 0
          && level.location[e] != level.location[from]) {
        return false;
      }
    }
    return conditionsHold(level) && isWanted(level);
  }

  private boolean isKnown(Sym sym, int base, Level level) {
    return (sym.reads & ~(level.known >>> base)) == 0;
  }

  private boolean locate(int event, Level level) {
    long value = choice.address[event].evaluate(level.values, choice.base[event]);
    int location = Value.location(value, choice.locations);
    long bit = 1L << event;
    boolean guessed = (level.guessed & bit) != 0;
    if (location < 0 || (guessed && level.location[event] != location)) {
      // Not an address, so the path ends in an access to nowhere; or not the guessed one.
      return false;
    }
    level.location[event] = location;
    level.located |= bit;
    level.guessed &= ~bit;
    return true;
  }

  /** Gives a read the value of its source, if that is known. */
  private boolean readValue(int read, Level level) {
    int from = level.source[read];
    if (from == INITIAL) {
      level.values[read] = test.initial[level.location[read]];
    } else if (isKnown(choice.value[from], choice.base[from], level)) {
      level.values[read] = choice.value[from].evaluate(level.values, choice.base[from]);
    } else {
      return false;
    }
    level.known |= 1L << read;
    return true;
  }

  private boolean conditionsHold(Level level) {
    for (int c = 0; c < choice.condition.length; c++) {
      if (isKnown(choice.condition[c], choice.conditionBase[c], level)) {
        long value = choice.condition[c].evaluate(level.values, choice.conditionBase[c]);
        if (value == 0 || Value.isUnknown(value)) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean isWanted(Level level) {
    if (wanted == null) {
      return true;
    }
    state.level = level;
    state.complete = false;
    return wanted.holds(state) != Truth.FALSE;
  }

  /** Chooses the source of one more read. */
  private boolean chooseSources(int depth) {
    deadline.tick();
    Level level = levels[depth];
    int read = nextRead(level);
    if (read < 0) {
      return closeCycles(depth);
    }
    if ((level.located & 1L << read) != 0) {
      return trySources(depth, read, level.location[read]);
    }
    // Its address depends on a read that is open yet or on itself: guess, and compare later.
    for (int location = 0; location < choice.locations; location++) {
      level.location[read] = location;
      level.located |= 1L << read;
      level.guessed |= 1L << read;
      if (!trySources(depth, read, location)) {
        return false;
      }
    }
    level.located &= ~(1L << read);
    level.guessed &= ~(1L << read);
    return true;
  }

  /**
   * The read to choose a source for next, or -1.
   *
   * <p>Values should be known early, because path conditions prune most. So first come reads on
   * which the value of a source chosen already depends; then reads with nothing open before them in
   * their thread; of these the one with the fewest candidates. Reads without a known address wait.
   */
  private int nextRead(Level level) {
    long open = 0;
    long urgent = 0;
    for (long rest = choice.skeleton.reads(); rest != 0; rest &= rest - 1) {
      int read = Long.numberOfTrailingZeros(rest);
      int from = level.source[read];
      if (from == OPEN) {
        open |= 1L << read;
      } else if ((level.known & 1L << read) == 0) {
        urgent |= choice.value[from].reads << choice.base[from];
      }
    }
    if (open == 0) {
      return -1;
    }
    long located = open & level.located;
    if (located == 0) {
      return Long.numberOfTrailingZeros(open);
    }
    long preferred = located & urgent;
    if (preferred == 0) {
      int thread = -1;
      for (long rest = located; rest != 0; rest &= rest - 1) {
        int read = Long.numberOfTrailingZeros(rest);
        if (choice.skeleton.thread(read) != thread) {
          thread = choice.skeleton.thread(read);
          preferred |= 1L << read;
        }
      }
    }
    int best = -1;
    int fewest = Integer.MAX_VALUE;
    for (long rest = preferred; rest != 0; rest &= rest - 1) {
      int read = Long.numberOfTrailingZeros(rest);
      int count = Long.bitCount(candidates(read, level.location[read], level));
      if (count < fewest) {
        fewest = count;
        best = read;
      }
    }
    return best;
  }

  /** The writes that a read at a location may read from, as far as locations tell. */
  private long candidates(int read, int location, Level level) {
    long set = model.coherent() ? choice.mayReadFrom[read] : choice.skeleton.writes();
    for (long rest = set & level.located; rest != 0; rest &= rest - 1) {
      int write = Long.numberOfTrailingZeros(rest);
      if (level.location[write] != location) {
        set &= ~(1L << write);
      }
    }
    return set;
  }

  private boolean trySources(int depth, int read, int location) {
    long candidates = candidates(read, location, levels[depth]);
    if (!trySource(depth, read, INITIAL)) {
      return false;
    }
    for (long rest = candidates; rest != 0; rest &= rest - 1) {
      if (!trySource(depth, read, Long.numberOfTrailingZeros(rest))) {
        return false;
      }
    }
    return true;
  }

  private boolean trySource(int depth, int read, int write) {
    Level next = levels[depth + 1];
    next.copy(levels[depth]);
    next.source[read] = write;
    if (!settle(next)) {
      return true;
    }
    if (!coherence.derive(accesses(next, next.location[read]), next.source)) {
      return true;
    }
    if (++nodes > PATIENCE && asksPay() && !isAllowedSoFar(next)) {
      refusals++;
      return true;
    }
    return chooseSources(depth + 1);
  }

  /** Asking is kept up while one answer in sixteen is no; else it is tried now and then. */
  private boolean asksPay() {
    if (questions > 256 && refusals * 16 < questions && nodes % 64 != 0) {
      return false;
    }
    questions++;
    return true;
  }

  /** Asks the model about what is sure. That is worth its price in large searches alone. */
  private boolean isAllowedSoFar(Level level) {
    for (int location = 0; location < choice.locations; location++) {
      if (!coherence.derive(accesses(level, location), level.source)) {
        return false;
      }
    }
    begin(level);
    execution.derive();
    return model.allows(execution);
  }

  private long accesses(Level level, int location) {
    long set = 0;
    for (long rest = level.located; rest != 0; rest &= rest - 1) {
      int event = Long.numberOfTrailingZeros(rest);
      if (level.location[event] == location) {
        set |= 1L << event;
      }
    }
    return set;
  }

  /** All sources are chosen. Values that are still open depend on themselves. */
  private boolean closeCycles(int depth) {
    Level level = levels[depth];
    if (level.known != choice.skeleton.reads()) {
      int cycles = 0;
      int read = copyCycle(level);
      while (read >= 0) {
        level.values[read] = Value.unknown(cycles++);
        level.known |= 1L << read;
        if (!settle(level)) {
          return true;
        }
        read = copyCycle(level);
      }
      if (level.known != choice.skeleton.reads()) {
        return true;
      }
    }
    return chooseCoherence(level);
  }

  /** A read without a value whose value comes from itself through copies alone, or -1. */
  private int copyCycle(Level level) {
    for (long rest = choice.skeleton.reads() & ~level.known; rest != 0; rest &= rest - 1) {
      int read = Long.numberOfTrailingZeros(rest);
      if (copiesItself(read, level)) {
        return read;
      }
    }
    return -1;
  }

  private boolean copiesItself(int read, Level level) {
    int at = read;
    for (int i = 0; i < choice.events; i++) {
      int from = level.source[at];
      if (from < 0 || !choice.value[from].isCopy()) {
        return false;
      }
      at = choice.base[from] + (int) choice.value[from].constant();
      if (at == read) {
        return true;
      }
    }
    return false;
  }

  private boolean chooseCoherence(Level level) {
    int locations = choice.locations;
    List<List<int[]>> open = List.of();
    for (int location = 0; location < locations; location++) {
      long accesses = accesses(level, location);
      long writes = accesses & choice.skeleton.writes();
      if (writes != 0 && !coherence.derive(accesses, level.source)) {
        return true;
      }
      if (!coherence.isTotal(writes)) {
        if (open.isEmpty()) {
          open = new ArrayList<>();
        }
        open.add(coherence.orders(writes));
      }
    }
    begin(level);
    execution.derive();
    if (!model.allows(execution)) {
      return true;
    }
    if (open.isEmpty()) {
      return leaf(level);
    }
    // The location with the fewest orders first.
    open.sort((a, b) -> Integer.compare(a.size(), b.size()));
    return chooseOrders(open, 0, level);
  }

  /** Tells the execution what is chosen, coherence as far as it is sure. */
  private void begin(Level level) {
    Skeleton skeleton = choice.skeleton;
    if (!begun) {
      begun = true;
      try {
        model.begin(skeleton);
      } catch (IllegalArgumentException e) {
        throw new SearchLimit(e.getMessage());
      }
      execution = new Execution(skeleton);
    }
    for (int e = 0; e < choice.events; e++) {
      execution.setLocation(e, level.location[e]);
      execution.setSource(e, level.source[e]);
      execution.setCoherenceAfter(e, coherence.later[e]);
    }
    for (int t = 0; t < choice.paths.length; t++) {
      List<Sym> addresses = choice.paths[t].fenceAddresses;
      for (int f = 0; f < addresses.size(); f++) {
        if (addresses.get(f) != null) {
          long value = addresses.get(f).evaluate(level.values, skeleton.firstEvent(t));
          int location = Value.location(value, choice.locations);
          execution.setFenceLocation(skeleton.firstFence(t) + f, location);
        }
      }
    }
  }

  private boolean chooseOrders(List<List<int[]>> open, int index, Level level) {
    boolean last = index + 1 == open.size();
    int[] writes = open.get(index).get(0);
    long[] sure = new long[writes.length];
    for (int i = 0; i < writes.length; i++) {
      sure[i] = coherence.later[writes[i]];
    }
    for (int[] order : open.get(index)) {
      deadline.tick();
      long after = 0;
      for (int i = order.length - 1; i >= 0; i--) {
        coherence.later[order[i]] = after;
        execution.setCoherenceAfter(order[i], after);
        after |= 1L << order[i];
      }
      execution.derive();
      if (model.allows(execution) && !(last ? leaf(level) : chooseOrders(open, index + 1, level))) {
        return false;
      }
    }
    for (int i = 0; i < writes.length; i++) {
      coherence.later[writes[i]] = sure[i];
      execution.setCoherenceAfter(writes[i], sure[i]);
    }
    return true;
  }

  private boolean leaf(Level level) {
    state.level = level;
    state.complete = true;
    if (choice.cut) {
      boundHit = true;
      return true;
    }
    if (wanted != null && wanted.holds(state) != Truth.TRUE) {
      return true;
    }
    return visitor.visit(state, wantRaces && model.races());
  }

  /** The final state of the current candidate, or what is known of it. */
  private final class Final implements Cond.State {
    private Level level;
    private boolean complete;

    @Override
    public boolean isSure(Term term) {
      if (complete || term instanceof Term.Constant) {
        return true;
      }
      if (term instanceof Term.Register register) {
        return register.index() < 0
            || isKnown(symbol(register), choice.skeleton.firstEvent(register.thread()), level);
      }
      return false;
    }

    private Sym symbol(Term.Register register) {
      return choice.paths[register.thread()].registers.get(register.index());
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
        int base = choice.skeleton.firstEvent(register.thread());
        return symbol(register).evaluate(level.values, base);
      }
      return lastWritten(((Term.Content) term).location());
    }

    private long lastWritten(int location) {
      for (long rest = choice.skeleton.writes(); rest != 0; rest &= rest - 1) {
        int write = Long.numberOfTrailingZeros(rest);
        if (level.location[write] == location && coherence.later[write] == 0) {
          return choice.value[write].evaluate(level.values, choice.base[write]);
        }
      }
      return test.initial[location];
    }
  }
}
