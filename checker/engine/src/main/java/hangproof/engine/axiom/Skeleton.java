// SPDX-License-Identifier: MIT
package hangproof.engine.axiom;

import java.util.List;

/**
 * What does not change while reads-from and coherence of one choice of paths are enumerated: the
 * events of all threads, program order, dependencies, fences.
 *
 * <p>Memory events are the rows of the relations. Initial writes are left out, because nothing
 * enters them: no cycle goes through one. Fences are left out, because they act through the pairs
 * of memory events around them; the RCU axiom numbers its fences apart (see {@link RcuOrder}).
 *
 * <p>There is one exception. Plain accesses are no links of hb and its like, but fence events are:
 * of two grace periods in a row, the first may end one link and begin the next where no marked
 * access stands. So if there are plain accesses, the RCU fences are rows, too, after the memory
 * events.
 */
public final class Skeleton {
  /** The number of rows. */
  final int n;

  /** The number of memory events, which come first. */
  final int memory;

  /** The memory events as a set. */
  final long accesses;

  /** For each fence, its row as a set; empty if it has none. */
  final long[] rowOfFence;

  final int[] thread;
  final int[] tags;

  /** Position in the thread, fences counted, to compare memory events with fences. */
  final int[] order;

  final long[] po;

  /** For each event, all events of its thread. */
  final long[] own;

  final long[] addr;
  final long[] data;
  final long[] ctrl;
  final long[] rmw;
  final long reads;
  final long writes;
  final long plain;
  final int fences;
  final Fence[] fenceKind;
  final int[] fenceThread;
  final int[] fenceOrder;

  /** The memory events before each fence. */
  final long[] fenceBefore;

  /** The memory events after each fence. */
  final long[] fenceAfter;

  /** The rows before each fence. */
  final long[] rowsBefore;

  /** The rows after each fence. */
  final long[] rowsAfter;

  private final int[] firstEvent;
  private final int[] firstFence;

  /**
   * Puts the threads side by side.
   *
   * @param shapes one path of each thread
   * @throws IllegalArgumentException if they need more than 64 rows
   */
  public Skeleton(List<ThreadShape> shapes) {
    int events = 0;
    int allFences = 0;
    for (ThreadShape shape : shapes) {
      events += shape.size;
      allFences += shape.fences();
    }
    n = events + rcuRows(shapes);
    if (n > ThreadShape.MAX_EVENTS) {
      throw new IllegalArgumentException("more than 64 events");
    }
    memory = events;
    accesses = range(0, events);
    fences = allFences;
    rowOfFence = new long[fences];
    rowsBefore = new long[fences];
    rowsAfter = new long[fences];
    thread = new int[n];
    tags = new int[n];
    order = new int[n];
    po = new long[n];
    own = new long[n];
    addr = new long[n];
    data = new long[n];
    ctrl = new long[n];
    rmw = new long[n];
    fenceKind = new Fence[fences];
    fenceThread = new int[fences];
    fenceOrder = new int[fences];
    fenceBefore = new long[fences];
    fenceAfter = new long[fences];
    firstEvent = new int[shapes.size()];
    firstFence = new int[shapes.size()];
    int event = 0;
    int fence = 0;
    for (int t = 0; t < shapes.size(); t++) {
      ThreadShape shape = shapes.get(t);
      firstEvent[t] = event;
      firstFence[t] = fence;
      add(shape, t, event, fence);
      event += shape.size;
      fence += shape.fences();
    }
    addFenceRows();
    reads = having(Tag.READ);
    writes = having(Tag.WRITE);
    plain = having(Tag.PLAIN);
  }

  /** The number of fences that need rows: none, unless plain accesses meet grace periods. */
  private static int rcuRows(List<ThreadShape> shapes) {
    boolean plainAccess = false;
    boolean gracePeriod = false;
    int rows = 0;
    for (ThreadShape shape : shapes) {
      for (int e = 0; e < shape.size; e++) {
        plainAccess |= (shape.tags[e] & Tag.PLAIN) != 0;
      }
      for (Fence fence : shape.fences) {
        gracePeriod |= fence.isGracePeriod();
        rows += fence.isRcu() ? 1 : 0;
      }
    }
    return plainAccess && gracePeriod ? rows : 0;
  }

  private void addFenceRows() {
    int row = memory;
    for (int f = 0; f < fences && n > memory; f++) {
      if (fenceKind[f].isRcu()) {
        rowOfFence[f] = 1L << row;
        thread[row] = fenceThread[f];
        order[row] = fenceOrder[f];
        row++;
      }
    }
    for (int i = 0; i < n; i++) {
      for (int j = memory; j < n; j++) {
        if (thread[i] == thread[j]) {
          own[i] |= 1L << j;
          own[j] |= 1L << i;
          if (order[i] < order[j]) {
            po[i] |= 1L << j;
          } else if (order[j] < order[i]) {
            po[j] |= 1L << i;
          }
        }
      }
    }
    for (int f = 0; f < fences; f++) {
      rowsBefore[f] = fenceBefore[f];
      rowsAfter[f] = fenceAfter[f];
      for (int i = memory; i < n; i++) {
        if (thread[i] == fenceThread[f] && order[i] != fenceOrder[f]) {
          rowsBefore[f] |= order[i] < fenceOrder[f] ? 1L << i : 0;
          rowsAfter[f] |= order[i] > fenceOrder[f] ? 1L << i : 0;
        }
      }
    }
  }

  /** The rows before an event in program order. */
  long before(int event) {
    return own[event] & ~po[event] & ~(1L << event);
  }

  private void add(ThreadShape shape, int t, int base, int fenceBase) {
    long all = range(base, base + shape.size);
    for (int e = 0; e < shape.size; e++) {
      int event = base + e;
      thread[event] = t;
      tags[event] = shape.tags[e];
      order[event] = shape.order[e];
      own[event] = all;
      po[event] = range(event + 1, base + shape.size);
      spread(shape.addr[e], addr, base, event);
      spread(shape.data[e], data, base, event);
      spread(shape.ctrl[e], ctrl, base, event);
      if (shape.rmw[e] >= 0) {
        rmw[event] |= 1L << (base + shape.rmw[e]);
      }
    }
    for (int f = 0; f < shape.fences(); f++) {
      int fence = fenceBase + f;
      fenceKind[fence] = shape.fences.get(f);
      fenceThread[fence] = t;
      fenceOrder[fence] = shape.fenceOrder[f];
      fenceBefore[fence] = range(base, base + shape.fenceBefore[f]);
      fenceAfter[fence] = all & ~fenceBefore[fence];
    }
  }

  /** Turns the incoming dependencies of one event into pairs. */
  private static void spread(long sources, long[] relation, int base, int event) {
    for (long rest = sources; rest != 0; rest &= rest - 1) {
      relation[base + Long.numberOfTrailingZeros(rest)] |= 1L << event;
    }
  }

  private static long range(int from, int to) {
    long below = to >= 64 ? -1L : (1L << to) - 1;
    return from >= 64 ? 0 : below & -1L << from;
  }

  /** The events that have at least one of the given tags. */
  public long having(int tag) {
    long set = 0;
    for (int e = 0; e < n; e++) {
      if ((tags[e] & tag) != 0) {
        set |= 1L << e;
      }
    }
    return set;
  }

  /** The number of memory events. */
  public int size() {
    return memory;
  }

  /** The number of the first memory event of a thread. */
  public int firstEvent(int t) {
    return firstEvent[t];
  }

  /** The number of the first fence of a thread. */
  public int firstFence(int t) {
    return firstFence[t];
  }

  /** The thread of a memory event. */
  public int thread(int event) {
    return thread[event];
  }

  /** The tags of a memory event. */
  public int tag(int event) {
    return tags[event];
  }

  /** The events after an event in program order. */
  public long after(int event) {
    return po[event];
  }

  /** The write that a read is paired with, or -1. */
  public int partner(int read) {
    return rmw[read] == 0 ? -1 : Long.numberOfTrailingZeros(rmw[read]);
  }

  /** All reads. */
  public long reads() {
    return reads;
  }

  /** All writes. */
  public long writes() {
    return writes;
  }

  /** True if some access is plain. */
  public boolean hasPlain() {
    return plain != 0;
  }
}
