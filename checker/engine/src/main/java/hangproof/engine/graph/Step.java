// SPDX-License-Identifier: MIT
package hangproof.engine.graph;

import hangproof.engine.axiom.Fence;
import hangproof.engine.axiom.Tag;
import hangproof.engine.axiom.ThreadShape;
import java.util.List;

/**
 * Where a thread stands after one history of values, and what it does next. A tree: every history
 * has a step of its own, made when first asked for, so that a step also knows the events that lead
 * to it.
 */
abstract class Step {
  /** What a thread can do next. */
  enum Kind {
    READ,
    WRITE,
    /** A choice of the harness. */
    CHOICE,
    /** The thread has ended. */
    END,
    /** The last read met a value on which the thread waits. */
    BLOCKED,
    /** The thread has failed: see {@link Step#failure}. */
    FAILED,
    /** The thread may not go on, for a bound of the search. */
    CUT
  }

  private static final List<Fence> NO_FENCES = List.of();

  final int id;
  final Kind kind;

  /** Of a read or a write. */
  final int location;

  /** Of a write: whether it is the second half of an operation whose read comes just before. */
  final boolean half;

  /** Of a write: whether nothing may come between the read before it and itself. */
  final boolean atomic;

  /** Of a read: whether the thread may wait at it. */
  final boolean waits;

  /** How many memory events come before. */
  final int events;

  /** How many ways a choice has. */
  final int choices;

  /** Where the thread stood before, null at the first step. */
  final Step parent;

  /** The tags of the memory event between the parent and here, 0 if there is none. */
  final int tag;

  /** The fences between that event and here. */
  final List<Fence> fences;

  private ThreadShape shape;

  /** What a step is made of. */
  static final class Parts {
    int id;
    Kind kind;
    int location = -1;
    boolean half;
    boolean atomic;
    boolean waits;
    int choices;
    Step parent;
    int tag;
    List<Fence> fences = NO_FENCES;
  }

  Step(Parts parts) {
    id = parts.id;
    kind = parts.kind;
    location = parts.location;
    half = parts.half;
    atomic = parts.atomic;
    choices = parts.choices;
    waits = parts.waits;
    parent = parts.parent;
    tag = parts.tag;
    fences = List.copyOf(parts.fences);
    events = parent == null ? 0 : parent.events + (tag != 0 ? 1 : 0);
  }

  /** Of a read: where the thread stands after it met this value. */
  abstract Step afterRead(int value);

  /** Of a write: where the thread stands after it. */
  abstract Step afterWrite(int written);

  /** Of a write: the value it leaves, given what the read just before it met. */
  abstract int written(int read);

  /** Of a choice. */
  abstract Step afterChoice(int chosen);

  /** What a failed thread has thrown. */
  RuntimeException failure() {
    return null;
  }

  /** Earlier reads that the event between the parent and here depends on, as sets of bits. */
  long addressFrom() {
    return 0;
  }

  long dataFrom() {
    return 0;
  }

  long controlFrom() {
    return 0;
  }

  /** All reads before the event between the parent and here, as a set of bits. */
  final long earlierReads() {
    long reads = 0;
    for (Step step = parent; step.parent != null; step = step.parent) {
      if ((step.tag & Tag.READ) != 0) {
        reads |= 1L << (step.events - 1);
      }
    }
    return reads;
  }

  /**
   * Everything that the thread did up to here.
   *
   * @param dependent whether each write is to depend on all reads before it, not only on those that
   *     are known to decide it
   */
  final ThreadShape shape(boolean dependent) {
    if (shape != null && !dependent) {
      return shape;
    }
    ThreadShape made = new ThreadShape();
    addTo(made, dependent);
    if (!dependent) {
      shape = made;
    }
    return made;
  }

  private void addTo(ThreadShape made, boolean dependent) {
    if (parent != null) {
      parent.addTo(made, dependent);
    }
    if (tag != 0) {
      long reads = dependent ? earlierReads() : 0;
      int event = made.event(tag, addressFrom(), dataFrom() | reads, controlFrom() | reads);
      if (parent.half && parent.atomic) {
        made.pair(event - 1, event);
      }
    }
    fences.forEach(made::fence);
  }
}
