// SPDX-License-Identifier: MIT
package hangproof.engine.explorer;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Pass 2: from which states can everything still complete, and from which without a timer.
 *
 * <p>Backwards over the levels, again and again until nothing changes; only what is still in doubt
 * is looked at again. The first pass has left most states the number of one successor in the next
 * level, which settles most of them.
 */
final class Completion {
  /** Everything has completed in this state. */
  static final byte COMPLETE = 1;

  /** Completion can be reached. */
  static final byte REACHES = 1 << 1;

  /** Completion can be reached without a step of a timer. */
  static final byte REACHES_AWAKE = 1 << 2;

  private static final int CHUNK = 4096;
  private static final int SMALL_LEVEL = 1024;

  private final Search search;
  private final Workers workers;
  private final Progress progress;

  /** States from which only a timer leads to completion. */
  long stalls;

  /** A bad state of the least depth, -1 if there is none. */
  long hang = -1;

  /** A stalled state of the least depth, -1 if there is none. */
  long stall = -1;

  /** Whether the fixpoint was reached. */
  boolean finished;

  Completion(Search search, Workers workers, Progress progress) {
    this.search = search;
    this.workers = workers;
    this.progress = progress;
  }

  void run() {
    boolean changed = true;
    for (int round = 1; changed; round++) {
      changed = round == 1;
      for (int level = search.depth(); level >= 0; level--) {
        changed |= sweep(level, round);
        if (search.outOfTime() || Thread.currentThread().isInterrupted()) {
          return;
        }
      }
      progress.report(
          "completion, round " + round, search.states, search.depth(), 0, search.bytes());
    }
    finished = true;
    count();
  }

  private boolean sweep(int level, int round) {
    int[] to = search.levelEnds.get(level);
    int[] from = level == 0 ? new int[Search.PARTS] : search.levelEnds.get(level - 1);
    int[] successors = search.successors.get(level);
    int[] firstTask = new int[Search.PARTS + 1];
    int[] start = new int[Search.PARTS];
    int size = 0;
    for (int p = 0; p < Search.PARTS; p++) {
      int n = to[p] - from[p];
      start[p] = size;
      size += n;
      firstTask[p + 1] = firstTask[p] + (n + CHUNK - 1) / CHUNK;
    }
    AtomicBoolean changed = new AtomicBoolean();
    workers.run(
        firstTask[Search.PARTS],
        size < SMALL_LEVEL,
        (worker, task) -> {
          int part = partOf(firstTask, task);
          int begin = from[part] + (task - firstTask[part]) * CHUNK;
          int end = Math.min(begin + CHUNK, to[part]);
          boolean any = false;
          for (int i = end - 1; i >= begin; i--) {
            any |= settle(worker, part, i, successors[start[part] + i - from[part]], round);
          }
          if (any) {
            changed.set(true);
          }
        });
    return changed.get();
  }

  private static int partOf(int[] firstTask, int task) {
    int part = 0;
    while (task >= firstTask[part + 1]) {
      part++;
    }
    return part;
  }

  /**
   * Looks whether a state in doubt has a successor that is not.
   *
   * @param successor one of them, 0 if none is known
   */
  private boolean settle(int worker, int part, int index, int successor, int round) {
    StateSet set = search.parts[part];
    int old = set.mark(index);
    if ((old & REACHES_AWAKE) != 0) {
      return false;
    }
    int mark = old;
    if ((old & COMPLETE) != 0) {
      mark |= REACHES | REACHES_AWAKE;
    } else if (successor != 0 && isAwake(Integer.toUnsignedLong(successor))) {
      mark |= REACHES | REACHES_AWAKE;
    } else if (successor != 0 && round == 1) {
      // Its way to completion leads back over earlier levels, which have not been looked at yet.
      return false;
    } else {
      Stepper stepper = search.steppers[worker];
      StateReader reader = search.readers[worker];
      set.seek(reader, index);
      stepper.start(reader.states, reader.offset);
      while ((mark & REACHES_AWAKE) == 0 && stepper.next()) {
        mark |= gain(stepper);
      }
    }
    if (mark != old) {
      set.mark(index, (byte) mark);
    }
    return mark != old;
  }

  private boolean isAwake(long state) {
    return (search.parts[Search.part(state)].mark(Search.index(state)) & REACHES_AWAKE) != 0;
  }

  private int gain(Stepper stepper) {
    long hash = StateSet.hash(stepper.state, 0, search.words);
    StateSet set = search.parts[Search.partOf(hash)];
    int index = set.find(stepper.state, 0, hash);
    if (index < 0) {
      throw new IllegalStateException("a successor was not found in the first pass");
    }
    int mark = set.mark(index) & (REACHES | REACHES_AWAKE);
    return search.timer[stepper.via()] ? mark & REACHES : mark;
  }

  private void count() {
    long stalled = 0;
    for (int level = 0; level <= search.depth(); level++) {
      int[] to = search.levelEnds.get(level);
      int[] from = level == 0 ? new int[Search.PARTS] : search.levelEnds.get(level - 1);
      for (int p = 0; p < Search.PARTS; p++) {
        StateSet set = search.parts[p];
        for (int i = from[p]; i < to[p]; i++) {
          byte mark = set.mark(i);
          if ((mark & REACHES) == 0 && hang < 0) {
            hang = Search.number(p, i);
          } else if ((mark & REACHES) != 0 && (mark & REACHES_AWAKE) == 0) {
            stalled++;
            stall = stall < 0 ? Search.number(p, i) : stall;
          }
        }
      }
    }
    stalls = stalled;
  }
}
