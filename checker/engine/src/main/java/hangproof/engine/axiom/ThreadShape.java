// SPDX-License-Identifier: MIT
package hangproof.engine.axiom;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What one thread does on one path, without values: its events in program order, and the
 * dependencies between them. Events are numbered from 0, fences apart from memory events.
 */
public final class ThreadShape {
  /** The most memory events that a thread, and a whole execution, can have. */
  public static final int MAX_EVENTS = 64;

  int size;
  int[] tags = new int[8];
  int[] order = new int[8];
  long[] addr = new long[8];
  long[] data = new long[8];
  long[] ctrl = new long[8];
  int[] rmw = new int[8];
  final List<Fence> fences = new ArrayList<>();
  int[] fenceOrder = new int[4];
  int[] fenceBefore = new int[4];
  private int clock;

  /**
   * Adds a memory event after everything added so far.
   *
   * @param tag what it is: bits of {@link Tag}
   * @param addr the earlier reads that its address depends on, as a set of bits
   * @param data the earlier reads that the stored value depends on
   * @param ctrl the earlier reads that decided whether it happens
   * @return its number
   */
  public int event(int tag, long addr, long data, long ctrl) {
    if (size == MAX_EVENTS) {
      throw new IllegalStateException("more than " + MAX_EVENTS + " memory events");
    }
    if (size == tags.length) {
      int capacity = 2 * size;
      tags = Arrays.copyOf(tags, capacity);
      order = Arrays.copyOf(order, capacity);
      this.addr = Arrays.copyOf(this.addr, capacity);
      this.data = Arrays.copyOf(this.data, capacity);
      this.ctrl = Arrays.copyOf(this.ctrl, capacity);
      rmw = Arrays.copyOf(rmw, capacity);
    }
    tags[size] = tag;
    order[size] = clock++;
    this.addr[size] = addr;
    this.data[size] = data;
    this.ctrl[size] = ctrl;
    rmw[size] = -1;
    return size++;
  }

  /** Says that a read and a later write are the two halves of a read-modify-write. */
  public void pair(int read, int write) {
    rmw[read] = write;
  }

  /**
   * Adds a fence after everything added so far.
   *
   * @return its number among the fences
   */
  public int fence(Fence kind) {
    int index = fences.size();
    if (index == fenceOrder.length) {
      fenceOrder = Arrays.copyOf(fenceOrder, 2 * index);
      fenceBefore = Arrays.copyOf(fenceBefore, 2 * index);
    }
    fences.add(kind);
    fenceOrder[index] = clock++;
    fenceBefore[index] = size;
    return index;
  }

  /**
   * The beginning of this path.
   *
   * @param events how many memory events to keep; fences before the next one are kept, too
   */
  public ThreadShape prefix(int events) {
    ThreadShape prefix = new ThreadShape();
    int fence = 0;
    for (int e = 0; e <= events; e++) {
      while (fence < fences.size() && fenceBefore[fence] == e) {
        prefix.fence(fences.get(fence++));
      }
      if (e < events) {
        prefix.event(tags[e], addr[e], data[e], ctrl[e]);
        if (e > 0 && rmw[e - 1] == e) {
          prefix.pair(e - 1, e);
        }
      }
    }
    return prefix;
  }

  /** The number of memory events. */
  public int size() {
    return size;
  }

  /** The number of fences. */
  public int fences() {
    return fences.size();
  }

  /** The tags of a memory event. */
  public int tag(int event) {
    return tags[event];
  }

  /** The other half of a read-modify-write whose read this is, or -1. */
  public int partner(int read) {
    return rmw[read];
  }

  /** The kind of a fence. */
  public Fence fenceKind(int fence) {
    return fences.get(fence);
  }
}
