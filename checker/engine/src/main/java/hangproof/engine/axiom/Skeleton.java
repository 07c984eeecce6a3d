// SPDX-License-Identifier: MIT
package hangproof.engine.axiom;

import java.util.List;

/**
 * What does not change while reads-from and coherence of one choice of paths are enumerated: the
 * events of all threads, program order, dependencies, fences.
 *
 * <p>Only memory events are rows of the relations. Initial writes are left out, because nothing
 * enters them: no cycle goes through one. Fences are left out, because they act through the pairs
 * of memory events around them; the RCU axiom numbers its fences apart (see {@link RcuOrder}).
 */
public final class Skeleton {
  /** The number of memory events. */
  final int n;

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
  final long[] fenceBefore;
  final long[] fenceAfter;
  private final int[] firstEvent;
  private final int[] firstFence;

  /**
   * Puts the threads side by side.
   *
   * @param shapes one path of each thread
   * @throws IllegalArgumentException if there are more than 64 memory events in all
   */
  public Skeleton(List<ThreadShape> shapes) {
    int events = 0;
    int allFences = 0;
    for (ThreadShape shape : shapes) {
      events += shape.size;
      allFences += shape.fences();
    }
    if (events > ThreadShape.MAX_EVENTS) {
      throw new IllegalArgumentException("more than 64 memory events");
    }
    n = events;
    fences = allFences;
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
    reads = having(Tag.READ);
    writes = having(Tag.WRITE);
    plain = having(Tag.PLAIN);
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
    return n;
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

  /** True if some fence is of one of these kinds. */
  boolean hasFence(Fence... kinds) {
    for (Fence present : fenceKind) {
      for (Fence kind : kinds) {
        if (present == kind) {
          return true;
        }
      }
    }
    return false;
  }
}
