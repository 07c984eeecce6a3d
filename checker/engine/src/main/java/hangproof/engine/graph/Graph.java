// SPDX-License-Identifier: MIT
package hangproof.engine.graph;

import java.util.Arrays;

/**
 * An execution graph: the events in the order in which they were added, where each read reads from,
 * and for each location the coherence order of its writes.
 *
 * <p>An event is known by its slot, its place in that order. Flat arrays, made to be copied.
 */
final class Graph {
  /** The most events, choices of the harness included. */
  static final int MAX_EVENTS = 128;

  /** The most threads: each has a byte in a clock, which is two words. */
  static final int MAX_THREADS = 16;

  /** In place of a slot: the initial write of a location. */
  static final int INITIAL = -1;

  /** In place of a slot: none. */
  static final int NONE = -2;

  private static final long HIGH_BITS = 0x8080808080808080L;

  final int threads;
  final int locations;
  private final int[] initial;

  int size;

  /** The step that an event is, and so its kind, its location, its tags. */
  final Step[] step = new Step[MAX_EVENTS];

  final int[] thread = new int[MAX_EVENTS];

  /** The number of the event in its thread. */
  final int[] position = new int[MAX_EVENTS];

  /** The value read or written, or the way chosen. */
  final int[] value = new int[MAX_EVENTS];

  /** Where a read reads from; NONE for other events. */
  final int[] source = new int[MAX_EVENTS];

  /** The coherence successor of a write, or NONE. */
  final int[] next = new int[MAX_EVENTS];

  /** The place of a write in coherence order, from 1; the initial write has 0. */
  final int[] rank = new int[MAX_EVENTS];

  /** How many events of each thread an event has in its causal prefix, itself included. */
  final long[] clock = new long[MAX_EVENTS];

  /** The same for the threads from 8 on. */
  final long[] highClock = new long[MAX_EVENTS];

  /** The coherence successor of the initial write of a location, or NONE. */
  final int[] first;

  /** Where each thread stands. */
  final Step[] now;

  /** The last event of each thread, or NONE. */
  final int[] last;

  /** Work space of {@link #restrict}. */
  private final int[] slots = new int[MAX_EVENTS];

  /** The thread that is between the halves of an atomic operation, or -1. */
  int unfinished = -1;

  Graph(int threads, int[] initial) {
    this.threads = threads;
    this.locations = initial.length;
    this.initial = initial;
    first = new int[locations];
    now = new Step[threads];
    last = new int[threads];
    Arrays.fill(first, NONE);
    Arrays.fill(last, NONE);
  }

  int[] initial() {
    return initial;
  }

  void copyFrom(Graph g) {
    int n = g.size;
    size = n;
    System.arraycopy(g.step, 0, step, 0, n);
    System.arraycopy(g.thread, 0, thread, 0, n);
    System.arraycopy(g.position, 0, position, 0, n);
    System.arraycopy(g.value, 0, value, 0, n);
    System.arraycopy(g.source, 0, source, 0, n);
    System.arraycopy(g.next, 0, next, 0, n);
    System.arraycopy(g.rank, 0, rank, 0, n);
    System.arraycopy(g.clock, 0, clock, 0, n);
    if (threads > 8) {
      System.arraycopy(g.highClock, 0, highClock, 0, n);
    }
    System.arraycopy(g.first, 0, first, 0, locations);
    System.arraycopy(g.now, 0, now, 0, threads);
    System.arraycopy(g.last, 0, last, 0, threads);
    unfinished = g.unfinished;
  }

  /**
   * Becomes what is left of a graph if all is taken back after a read but the causal past of an
   * event.
   */
  void restrict(Graph g, int read, int top) {
    int[] slot = slots;
    size = 0;
    unfinished = g.unfinished;
    System.arraycopy(g.now, 0, now, 0, threads);
    Arrays.fill(last, NONE);
    for (int e = 0; e < g.size; e++) {
      if (e <= read || g.isCovered(e, top)) {
        slot[e] = size;
        step[size] = g.step[e];
        thread[size] = g.thread[e];
        position[size] = g.position[e];
        value[size] = g.value[e];
        clock[size] = g.clock[e];
        highClock[size] = g.highClock[e];
        last[thread[size]] = size;
        size++;
      } else {
        int t = g.thread[e];
        slot[e] = NONE;
        if (now[t] == g.now[t]) {
          now[t] = g.step[e];
        }
      }
    }
    for (int e = 0; e < g.size; e++) {
      if (slot[e] >= 0) {
        int from = g.source[e];
        source[slot[e]] = from < 0 ? from : slot[from];
      }
    }
    for (int l = 0; l < locations; l++) {
      int before = INITIAL;
      int count = 0;
      first[l] = NONE;
      for (int w = g.first[l]; w != NONE; w = g.next[w]) {
        if (slot[w] >= 0) {
          setNext(l, before, slot[w]);
          before = slot[w];
          rank[before] = ++count;
          next[before] = NONE;
        }
      }
    }
  }

  private void setNext(int location, int before, int write) {
    if (before == INITIAL) {
      first[location] = write;
    } else {
      next[before] = write;
    }
  }

  /** The coherence successor of a write, which may be the initial one, or NONE. */
  int after(int location, int write) {
    return write == INITIAL ? first[location] : next[write];
  }

  int rankOf(int write) {
    return write == INITIAL ? 0 : rank[write];
  }

  int valueOf(int location, int write) {
    return write == INITIAL ? initial[location] : value[write];
  }

  /** The value that is last in coherence order. */
  int lastValue(int location) {
    return valueOf(location, lastWrite(location));
  }

  int lastWrite(int location) {
    int write = INITIAL;
    for (int w = first[location]; w != NONE; w = next[w]) {
      write = w;
    }
    return write;
  }

  /** Whether a read reads the last write to its location. */
  boolean readsLast(int read) {
    return after(step[read].location, source[read]) == NONE;
  }

  /** The earliest write that the next access of a thread may see or follow. */
  int floor(int t, int location, int beforePosition) {
    for (int e = size - 1; e >= 0; e--) {
      if (thread[e] == t && position[e] < beforePosition && step[e].location == location) {
        return source[e] == NONE ? e : source[e];
      }
    }
    return INITIAL;
  }

  int count(int t) {
    return last[t] == NONE ? 0 : position[last[t]] + 1;
  }

  /** Whether an event is in the causal past of another, which may be NONE. */
  boolean isCovered(int e, int top) {
    if (top == NONE) {
      return false;
    }
    int t = thread[e];
    long by = t < 8 ? clock[top] : highClock[top];
    return position[e] < (by >>> (8 * (t & 7)) & 0xff);
  }

  /** Bytewise maximum of clocks; every byte is less than 128. */
  static long join(long a, long b) {
    long notLess = ((a | HIGH_BITS) - b) & HIGH_BITS;
    long mask = (notLess - (notLess >>> 7)) | notLess;
    return (a & mask) | (b & ~mask);
  }

  private int append(int t, int v) {
    int e = size++;
    int at = count(t);
    step[e] = now[t];
    thread[e] = t;
    position[e] = at;
    value[e] = v;
    source[e] = NONE;
    next[e] = NONE;
    startClock(e, t, last[t]);
    last[t] = e;
    return e;
  }

  private void startClock(int e, int t, int before) {
    long tick = 1L << (8 * (t & 7));
    clock[e] = (before == NONE ? 0 : clock[before]) + (t < 8 ? tick : 0);
    highClock[e] = (before == NONE ? 0 : highClock[before]) + (t < 8 ? 0 : tick);
  }

  void addChoice(int t, int chosen) {
    append(t, chosen);
    now[t] = now[t].afterChoice(chosen);
  }

  /** Adds the read that a thread is at. */
  void addRead(int t, int from) {
    int e = append(t, valueOf(now[t].location, from));
    setSource(e, from);
  }

  /** Gives a read, the last event of its thread, another source, and walks the thread on. */
  void setSource(int read, int from) {
    Step s = step[read];
    int t = thread[read];
    source[read] = from;
    value[read] = valueOf(s.location, from);
    if (from >= 0) {
      clock[read] = join(clock[read], clock[from]);
      highClock[read] = join(highClock[read], highClock[from]);
    }
    now[t] = s.afterRead(value[read]);
    unfinished = now[t].half && now[t].atomic ? t : unfinished;
  }

  /** Undoes what the source of a read, the last event of its thread, did to its clock. */
  void forgetSource(int read) {
    int t = thread[read];
    int before = NONE;
    for (int e = 0; e < read; e++) {
      if (thread[e] == t) {
        before = e;
      }
    }
    startClock(read, t, before);
    if (unfinished == t) {
      unfinished = -1;
    }
  }

  /** Adds the write that a thread is at, right after another in coherence order. */
  int addWrite(int t, int v, int after) {
    Step s = now[t];
    int e = append(t, v);
    next[e] = after(s.location, after);
    setNext(s.location, after, e);
    int r = rankOf(after);
    for (int w = e; w != NONE; w = next[w]) {
      rank[w] = ++r;
    }
    now[t] = s.afterWrite(v);
    if (unfinished == t) {
      unfinished = -1;
    }
    return e;
  }

  /** Whether a write, or NONE, is bound to the one before it by atomicity. */
  boolean isBound(int write) {
    return write != NONE && step[write].half && step[write].atomic;
  }

  /**
   * The thread that goes on: the first that can, but those that may have to wait come last, so that
   * they meet as many writes as there will be; and nothing comes between two atomic halves.
   */
  int nextThread() {
    if (unfinished >= 0) {
      return unfinished;
    }
    int waiting = -1;
    for (int t = 0; t < threads; t++) {
      switch (now[t].kind) {
        case WRITE, CHOICE -> {
          return t;
        }
        case READ -> {
          if (!now[t].waits) {
            return t;
          }
          waiting = waiting < 0 ? t : waiting;
        }
        case END, BLOCKED, FAILED, CUT -> {
          // It cannot go on.
        }
      }
    }
    return waiting;
  }

  /** Names the graph: reads-from and coherence by thread and position, and the ways chosen. */
  String signature() {
    StringBuilder text = new StringBuilder();
    for (int t = 0; t < threads; t++) {
      for (int at = 0; at < count(t); at++) {
        int e = slot(t, at);
        switch (step[e].kind) {
          case READ -> text.append(name(source[e])).append(' ');
          case CHOICE -> text.append('#').append(value[e]).append(' ');
          default -> text.append("w ");
        }
      }
      text.append("| ");
    }
    for (int l = 0; l < locations; l++) {
      for (int w = first[l]; w != NONE; w = next[w]) {
        text.append(name(w)).append('<');
      }
      text.append(';');
    }
    return text.toString();
  }

  private String name(int e) {
    return e == INITIAL ? "-" : thread[e] + "." + position[e];
  }

  int slot(int t, int at) {
    for (int e = 0; e < size; e++) {
      if (thread[e] == t && position[e] == at) {
        return e;
      }
    }
    throw new IllegalArgumentException("no such event");
  }
}
