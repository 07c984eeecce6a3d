// SPDX-License-Identifier: MIT
package hangproof.engine.explorer;

import hangproof.engine.MemoryModel;
import hangproof.engine.automaton.Action;
import hangproof.engine.automaton.CompiledProgram;
import hangproof.engine.automaton.ThreadAutomaton;
import hangproof.machine.BugOn;
import hangproof.machine.Memory;
import hangproof.machine.Property;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;

/**
 * Pass 1: all reachable states, breadth first, level by level, on all workers.
 *
 * <p>A level is cut into units of consecutive states. A round expands some units, each into one
 * buffer for every part of the state set, and then adds the buffers to the parts, unit by unit.
 * Only one worker touches a unit, and then only one a part: there is no lock, and the numbers of
 * the states are the same however many workers there are.
 */
final class Search {
  static final int PART_BITS = 6;
  static final int PARTS = 1 << PART_BITS;
  private static final int PART_SHIFT = Long.SIZE - PART_BITS;
  private static final int UNIT = 2048;
  private static final int UNITS_PER_ROUND = 48;

  /** Below this many states a level is not worth waking the others for. */
  private static final int SMALL_LEVEL = 1024;

  /** Beside a predecessor: the step from it is a timer's. */
  private static final long BY_TIMER = 1L << 63;

  /** Beside the number of a predecessor: its place in its level. */
  private static final int PLACE_SHIFT = 32;

  /** Why the search ended early. */
  record Stop(String reason) {}

  /**
   * Something bad, and how to get there.
   *
   * @param terminal whether nothing can move there
   * @param state its number, or its predecessor's if the state itself was not added
   * @param into the state that the predecessor steps to, null if state is meant itself
   */
  record Finding(Violation violation, String claim, boolean terminal, long state, long[] into) {}

  /**
   * The search between two levels.
   *
   * @param expanded levels of which the steps have been taken
   * @param sizes of the parts
   */
  record Level(int expanded, int[] sizes, long steps, long terminals, long maxFrontier) {}

  final CompiledProgram program;

  /** The cells that claims look at, as far as known when the program was compiled. */
  final BitSet visible;

  final Layout layout;
  final int words;
  final StateSet[] parts = new StateSet[PARTS];
  final Stepper[] steppers;
  final StateReader[] readers;
  private final StateView[] views;
  private final StateView[] terminalViews;
  private final Workers workers;
  private final Limits limits;
  private final Progress progress;
  private final long deadline;
  private final Property completion;
  private final List<Property> invariants;
  private final List<Property> milestones;
  private final boolean[][] reached;
  private final boolean mayRace;

  /** Which threads are timers. */
  final boolean[] timer;

  /** For each level, where it ends in each part. */
  final List<int[]> levelEnds = new ArrayList<>();

  /**
   * For each level and each of its states, part by part, the number of some successor in the next
   * level that no timer leads to; 0 if there is none. (0 itself may be one: it is looked for then.)
   */
  final List<int[]> successors = new ArrayList<>();

  private final Buffer[][] buffers = new Buffer[UNITS_PER_ROUND][PARTS];
  private final UnitResult[] unitResults = new UnitResult[UNITS_PER_ROUND];
  private final Finding[] partFindings = new Finding[PARTS];
  long states;
  long steps;
  long terminals;
  long maxFrontier;
  Finding finding;
  Stop stop;

  /** Told of every terminal state, on any worker; null if nobody asks. */
  Consumer<Memory> terminalObserver;

  private static final class Buffer {
    long[] data = new long[64];
    int length;
  }

  private static final class UnitResult {
    long steps;
    long terminals;
    Finding finding;
    Stop stop;
  }

  /** Where to go on from and what to leave for others, null if nowhere. */
  private final CheckpointFile checkpoint;

  private Level between;

  Search(
      CompiledProgram program,
      BitSet visible,
      Layout layout,
      Workers workers,
      Limits limits,
      Progress progress,
      CheckpointFile checkpoint,
      Spill spill) {
    this.program = program;
    this.visible = visible;
    this.checkpoint = checkpoint;
    this.layout = layout;
    this.words = layout.words();
    this.workers = workers;
    this.limits = limits;
    this.progress = progress;
    this.deadline = System.nanoTime() + limits.time().toNanos();
    this.steppers = new Stepper[workers.count()];
    this.readers = new StateReader[workers.count()];
    this.views = new StateView[workers.count()];
    this.terminalViews = new StateView[workers.count()];
    for (int w = 0; w < steppers.length; w++) {
      steppers[w] = new Stepper(program, layout, true);
      readers[w] = new StateReader();
      views[w] = new StateView(program, layout);
      terminalViews[w] = new StateView(program, layout);
    }
    for (int p = 0; p < PARTS; p++) {
      float fullest = 0.5f + 0.25f * p / PARTS;
      parts[p] =
          spill == null ? new ExactSet(words, fullest) : new FingerprintSet(words, fullest, spill);
    }
    for (int u = 0; u < UNITS_PER_ROUND; u++) {
      unitResults[u] = new UnitResult();
    }
    this.completion = program.program().completion();
    this.invariants = program.program().invariants();
    this.timer = new boolean[layout.threads()];
    for (int t = 0; t < timer.length; t++) {
      timer[t] = program.program().roles().get(t).timer();
    }
    this.milestones = program.program().reached();
    this.reached = new boolean[PARTS][milestones.size()];
    this.mayRace = program.model() == MemoryModel.SC && hasPlainAccess(program);
  }

  private static boolean hasPlainAccess(CompiledProgram program) {
    for (int t = 0; t < program.program().roles().size(); t++) {
      ThreadAutomaton automaton = program.automaton(t);
      if (!automaton.closed()) {
        return true;
      }
      for (int n = 0; n < automaton.size(); n++) {
        if ((automaton.flags(n) & ThreadAutomaton.PLAIN) != 0) {
          return true;
        }
      }
    }
    return false;
  }

  /** Searches until everything is seen, something bad is found, or a limit is reached. */
  void run() {
    if (checkpoint != null && checkpoint.exists()) {
      checkpoint.read(this);
    } else {
      addInitial();
    }
    int[] from = levelEnds.isEmpty() ? new int[PARTS] : levelEnds.get(depth());
    while (finding == null && stop == null && looked().isEmpty()) {
      int[] to = ends();
      long frontier = 0;
      for (int p = 0; p < PARTS; p++) {
        frontier += to[p] - from[p];
      }
      between = new Level(levelEnds.size(), to, steps, terminals, maxFrontier);
      if (checkpoint != null && checkpoint.isDue()) {
        checkpoint.write(this, between);
      }
      if (frontier == 0) {
        break;
      }
      levelEnds.add(to);
      maxFrontier = Math.max(maxFrontier, frontier);
      expandLevel(from, to, frontier);
      from = to;
      progress.report("search", states, depth(), frontier, bytes());
    }
    Arrays.stream(buffers).forEach(row -> Arrays.fill(row, null));
  }

  /** Leaves what is known for a later run, if anybody wants it. */
  void leave() {
    if (checkpoint != null && between != null) {
      checkpoint.write(this, between);
    }
  }

  /** Writes the search as it was between two levels. */
  void save(ChecksummedWriter out, Level level) throws IOException {
    out.putInt(words);
    out.putLong(level.steps());
    out.putLong(level.terminals());
    out.putLong(level.maxFrontier());
    out.putInt(level.expanded());
    for (int l = 0; l < level.expanded(); l++) {
      out.putInts(levelEnds.get(l), PARTS);
      out.putInt(successors.get(l).length);
      out.putInts(successors.get(l), successors.get(l).length);
    }
    for (int p = 0; p < PARTS; p++) {
      exact(p).save(out, level.sizes()[p]);
    }
  }

  /** Only searches that keep all states in memory leave checkpoints. */
  private ExactSet exact(int part) {
    return (ExactSet) parts[part];
  }

  /** Reads what {@link #save} has written, and judges every state of it by today's claims. */
  void restore(ChecksummedReader in) throws IOException {
    if (in.getInt() != words) {
      throw new IOException("its states have another size");
    }
    steps = in.getLong();
    terminals = in.getLong();
    maxFrontier = in.getLong();
    int expanded = in.count(Integer.BYTES * PARTS);
    for (int l = 0; l < expanded; l++) {
      levelEnds.add(in.getInts(PARTS));
      successors.add(in.getInts(in.count(Integer.BYTES)));
    }
    long[][] states = new long[PARTS][];
    int[][] parents = new int[PARTS][];
    for (int p = 0; p < PARTS; p++) {
      int size = in.count(Long.BYTES * words + Integer.BYTES);
      states[p] = in.getLongs(size * words);
      parents[p] = in.getInts(size);
    }
    in.finish();
    for (int p = 0; p < PARTS; p++) {
      exact(p).restore(states[p], parents[p]);
      states[p] = null;
      parents[p] = null;
    }
    int[] end = expanded == 0 ? new int[PARTS] : levelEnds.get(expanded - 1);
    UnitResult[] judged = new UnitResult[steppers.length];
    Arrays.setAll(judged, w -> new UnitResult());
    workers.run(PARTS, false, (w, p) -> judgeAgain(w, judged[w], p, end[p]));
    collect(0);
    for (UnitResult result : judged) {
      finding = nearer(finding, result.finding);
    }
  }

  /**
   * @param expanded states of which the steps have been taken: those without any are terminal
   */
  private void judgeAgain(int worker, UnitResult result, int part, int expanded) {
    StateSet set = parts[part];
    StateReader reader = readers[worker];
    for (int i = 0; i < set.size(); i++) {
      set.seek(reader, i);
      examine(worker, part, i, reader.states, reader.offset);
      if (i < expanded) {
        steppers[worker].start(reader.states, reader.offset);
        if (!steppers[worker].next()) {
          judgeTerminal(worker, result, reader, number(part, i));
        }
      }
    }
  }

  /**
   * The cells that a claim about every state looked at although their values are not all seen: the
   * search has ended early and is to be repeated with them visible.
   */
  BitSet looked() {
    BitSet cells = new BitSet();
    for (StateView view : views) {
      view.addLookedAt(cells);
    }
    return cells;
  }

  /** Steps from the first state to the farthest level. */
  int depth() {
    return levelEnds.size() - 1;
  }

  long bytes() {
    long bytes = 0;
    for (StateSet part : parts) {
      bytes += part.bytes();
    }
    for (int[] level : successors) {
      bytes += 4L * level.length;
    }
    return bytes;
  }

  static int partOf(long hash) {
    return (int) (hash >>> PART_SHIFT);
  }

  static long number(int part, int index) {
    return ((long) part << 26) | index;
  }

  static int part(long number) {
    return (int) (number >>> 26);
  }

  static int index(long number) {
    return (int) (number & ((1 << 26) - 1));
  }

  long parent(long number) {
    return Integer.toUnsignedLong(parts[part(number)].parent(index(number)));
  }

  private void addInitial() {
    long[] first = new long[words];
    steppers[0].initial(first);
    steppers[0].canonicalise(first);
    long hash = StateSet.hash(first, 0, words);
    int part = partOf(hash);
    parts[part].add(first, 0, hash, (int) number(part, 0));
    states = 1;
    examine(0, part, 0, first, 0);
    if (partFindings[part] != null) {
      finding = partFindings[part];
    }
    Stepper.Fault fault = steppers[0].initialFault();
    if (fault != Stepper.Fault.NONE) {
      UnitResult result = new UnitResult();
      blame(result, steppers[0], fault, number(part, 0), first, null);
      Finding f = result.finding;
      finding =
          f == null ? null : new Finding(f.violation(), f.claim(), f.terminal(), f.state(), null);
      stop = result.stop;
    }
  }

  private int[] ends() {
    int[] ends = new int[PARTS];
    for (int p = 0; p < PARTS; p++) {
      ends[p] = parts[p].size();
    }
    return ends;
  }

  private void expandLevel(int[] from, int[] to, long frontier) {
    long[] starts = new long[PARTS + 1];
    for (int p = 0; p < PARTS; p++) {
      starts[p + 1] = starts[p] + to[p] - from[p];
    }
    int[] next = new int[Math.toIntExact(frontier)];
    successors.add(next);
    int units = (int) ((frontier + UNIT - 1) / UNIT);
    boolean alone = frontier < SMALL_LEVEL;
    for (int first = 0; first < units && stop == null; first += UNITS_PER_ROUND) {
      int base = first;
      int inRound = Math.min(UNITS_PER_ROUND, units - first);
      workers.run(inRound, alone, (w, u) -> expandUnit(w, u, base + u, from, starts));
      workers.run(PARTS, alone, (w, p) -> addToPart(w, p, inRound, next, to[p]));
      collect(inRound);
      checkLimits();
    }
  }

  private void expandUnit(int worker, int slot, int unit, int[] from, long[] starts) {
    UnitResult result = unitResults[slot];
    result.steps = 0;
    result.terminals = 0;
    result.finding = null;
    result.stop = null;
    long begin = (long) unit * UNIT;
    long end = Math.min(begin + UNIT, starts[PARTS]);
    int part = Arrays.binarySearch(starts, begin);
    part = part < 0 ? -part - 2 : part;
    for (long at = begin; at < end; at++) {
      while (at >= starts[part + 1]) {
        part++;
      }
      int index = (int) (from[part] + at - starts[part]);
      expand(worker, result, buffers[slot], part, index, at);
    }
  }

  private void expand(int worker, UnitResult result, Buffer[] to, int part, int index, long place) {
    Stepper stepper = steppers[worker];
    StateSet set = parts[part];
    StateReader reader = readers[worker];
    set.seek(reader, index);
    long number = number(part, index);
    long asParent = place << PLACE_SHIFT | number;
    boolean complete = (set.mark(index) & Completion.COMPLETE) != 0;
    stepper.start(reader.states, reader.offset);
    while (stepper.next()) {
      result.steps++;
      Stepper.Fault fault = stepper.fault();
      if (fault != Stepper.Fault.NONE) {
        blame(result, stepper, fault, number, stepper.state, stepper.faultAction());
        continue;
      }
      if (complete && !completion.holds().test(terminalViews[worker].at(stepper.state, 0))) {
        result.stop = new Stop(undone(stepper.via()));
      }
      long hash = StateSet.hash(stepper.state, 0, words);
      long origin = timer[stepper.via()] ? asParent | BY_TIMER : asParent;
      push(to, partOf(hash), stepper.state, origin);
    }
    if (stepper.enabled() == 0) {
      result.terminals++;
      judgeTerminal(worker, result, reader, number);
    }
    if (mayRace && isFarther(result.finding) && stepper.plainRace(reader.states, reader.offset)) {
      Action plain = stepper.faultAction();
      result.finding =
          new Finding(
              Violation.DATA_RACE,
              "two roles touch " + plain.cell() + " at once, one of them with a plain access",
              false,
              number,
              null);
    }
  }

  /** Pass 2 looks no further than completion, so it must be for good. */
  private String undone(int thread) {
    return "completion does not stay: '"
        + completion.claim()
        + "' holds, and a step of "
        + program.program().roles().get(thread).name()
        + " ends that; claim something that stays, such as how many requests are done";
  }

  private void push(Buffer[] to, int part, long[] state, long parent) {
    Buffer buffer = to[part];
    if (buffer == null) {
      buffer = new Buffer();
      to[part] = buffer;
    }
    int length = buffer.length;
    if (length + words + 1 > buffer.data.length) {
      buffer.data = Arrays.copyOf(buffer.data, 2 * buffer.data.length);
    }
    for (int i = 0; i < words; i++) {
      buffer.data[length + i] = state[i];
    }
    buffer.data[length + words] = parent;
    buffer.length = length + words + 1;
  }

  private void blame(
      UnitResult result,
      Stepper stepper,
      Stepper.Fault fault,
      long number,
      long[] into,
      Action action) {
    if (fault == Stepper.Fault.OVERFLOW) {
      result.stop = new Stop("a store buffer would hold more stores than are modelled");
    } else if (fault == Stepper.Fault.OUT_OF_RANGE) {
      result.stop =
          new Stop(
              action.cell()
                  + " would leave its declared range "
                  + action.cell().lowest()
                  + ".."
                  + action.cell().highest()
                  + " by "
                  + action
                  + "; declare a wider one");
    } else if (result.finding == null) {
      if (fault == Stepper.Fault.UNGUARDED) {
        Action at = stepper.faultAction();
        result.finding =
            new Finding(
                Violation.DATA_RACE,
                at.cell() + " is touched without " + at.cell().guard() + ", which guards it",
                false,
                number,
                into.clone());
      } else {
        RuntimeException failure = failure(into);
        if (failure instanceof BugOn) {
          result.finding =
              new Finding(Violation.INVARIANT, failure.getMessage(), false, number, into.clone());
        } else {
          result.stop = new Stop("the port failed: " + failure);
        }
      }
    }
  }

  private RuntimeException failure(long[] state) {
    for (int t = 0; t < layout.threads(); t++) {
      RuntimeException e = program.automaton(t).failure(layout.get(state, 0, layout.thread(t)));
      if (e != null) {
        return e;
      }
    }
    throw new IllegalStateException("no thread has failed");
  }

  private void judgeTerminal(int worker, UnitResult result, StateReader at, long number) {
    if (!isFarther(result.finding)) {
      return;
    }
    StateView view = terminalViews[worker].at(at.states, at.offset);
    if (terminalObserver != null) {
      terminalObserver.accept(view);
    }
    if (!completion.holds().test(view)) {
      result.finding =
          new Finding(Violation.IO_HANG, "not complete: " + completion.claim(), true, number, null);
      return;
    }
    for (Property leak : program.program().leaks()) {
      if (!leak.holds().test(view)) {
        result.finding = new Finding(Violation.LEAK, "not so: " + leak.claim(), true, number, null);
        return;
      }
    }
  }

  /** Whether what is wrong with a state of this level is nearer to the first state. */
  private static boolean isFarther(Finding known) {
    return known == null || known.into() != null;
  }

  private static Finding nearer(Finding known, Finding other) {
    boolean better = other != null && (known == null || (isFarther(known) && !isFarther(other)));
    return better ? other : known;
  }

  /**
   * @param next where the level's states are told of a successor
   * @param nextLevel the first index of the next level
   */
  private void addToPart(int worker, int part, int units, int[] next, int nextLevel) {
    StateSet set = parts[part];
    for (int u = 0; u < units; u++) {
      Buffer buffer = buffers[u][part];
      if (buffer == null) {
        continue;
      }
      for (int begin = 0; begin < buffer.length; begin += StateSet.BATCH * (words + 1)) {
        int end = Math.min(buffer.length, begin + StateSet.BATCH * (words + 1));
        long[] hashes = set.expect(buffer.data, begin, end, words + 1);
        for (int at = begin, i = 0; at < end; at += words + 1, i++) {
          long origin = buffer.data[at + words];
          int index = set.add(buffer.data, at, hashes[i], (int) origin);
          int place = index ^ (index >> 31);
          if (place >= nextLevel && origin >= 0) {
            next[(int) (origin >>> PLACE_SHIFT)] = (int) number(part, place);
          }
          if (index >= 0) {
            examine(worker, part, index, buffer.data, at);
          }
        }
      }
      buffer.length = 0;
    }
  }

  /**
   * Looks at a state for the first time.
   *
   * @param states where it lies just now
   */
  private void examine(int worker, int part, int index, long[] states, int offset) {
    StateSet set = parts[part];
    StateView view = terminalViews[worker].at(states, offset);
    if (completion.holds().test(view)) {
      set.mark(index, (byte) (set.mark(index) | Completion.COMPLETE));
    }
    view = views[worker].at(states, offset);
    for (int i = 0; i < milestones.size(); i++) {
      if (!reached[part][i] && milestones.get(i).holds().test(view)) {
        reached[part][i] = true;
      }
    }
    if (partFindings[part] == null) {
      for (Property invariant : invariants) {
        if (!invariant.holds().test(view)) {
          partFindings[part] =
              new Finding(
                  Violation.INVARIANT,
                  "not so: " + invariant.claim(),
                  false,
                  number(part, index),
                  null);
          break;
        }
      }
    }
  }

  private void collect(int units) {
    for (int u = 0; u < units; u++) {
      UnitResult result = unitResults[u];
      steps += result.steps;
      terminals += result.terminals;
      finding = nearer(finding, result.finding);
      stop = stop == null ? result.stop : stop;
    }
    states = 0;
    for (int p = 0; p < PARTS; p++) {
      states += parts[p].size();
      finding = finding == null ? partFindings[p] : finding;
    }
  }

  private void checkLimits() {
    if (stop != null) {
      return;
    }
    if (Thread.currentThread().isInterrupted()) {
      stop = new Stop("interrupted");
    } else if (System.nanoTime() > deadline) {
      stop = new Stop("the time limit of " + limits.time().toMillis() / 1e3 + " s was reached");
    } else if (bytes() > limits.memory()) {
      stop = new Stop("the memory limit of " + (limits.memory() >> 20) + " MiB was reached");
    }
  }

  /** The first claim that some run had to come to and none did, or null. */
  Property notReached() {
    for (int i = 0; i < milestones.size(); i++) {
      boolean any = false;
      for (boolean[] part : reached) {
        any |= part[i];
      }
      if (!any) {
        return milestones.get(i);
      }
    }
    return null;
  }

  boolean outOfTime() {
    return System.nanoTime() > deadline;
  }
}
