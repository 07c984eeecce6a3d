// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

import hangproof.engine.axiom.ThreadShape;
import java.util.Arrays;

/**
 * An execution graph that grows event by event: events in the order in which they were added, what
 * each read reads from, and the coherence order of each location.
 */
final class EventGraph {
  static final int INITIAL = -1;

  int size;
  final int[] thread;
  final int[] index;
  final int[] location;
  final boolean[] write;
  final int[] source;
  final long[] value;

  /** For each location, its writes in coherence order. */
  final int[][] co;

  private EventGraph(int capacity, int locations) {
    thread = new int[capacity];
    index = new int[capacity];
    location = new int[capacity];
    write = new boolean[capacity];
    source = new int[capacity];
    value = new long[capacity];
    co = new int[locations][];
  }

  static EventGraph empty(int locations) {
    EventGraph graph = new EventGraph(ThreadShape.MAX_EVENTS, locations);
    Arrays.fill(graph.co, new int[0]);
    return graph;
  }

  EventGraph copy() {
    return restrict(-1L);
  }

  /** The graph without the events outside a set; the others keep their order. */
  EventGraph restrict(long kept) {
    EventGraph graph = new EventGraph(thread.length, co.length);
    int[] number = new int[size];
    for (int e = 0; e < size; e++) {
      number[e] = -2;
      if ((kept & 1L << e) == 0) {
        continue;
      }
      int to = graph.size++;
      number[e] = to;
      graph.thread[to] = thread[e];
      graph.index[to] = index[e];
      graph.location[to] = location[e];
      graph.write[to] = write[e];
      graph.source[to] = source[e];
      graph.value[to] = value[e];
    }
    for (int e = 0; e < graph.size; e++) {
      if (!graph.write[e] && graph.source[e] != INITIAL) {
        graph.source[e] = number[graph.source[e]];
      }
    }
    for (int where = 0; where < co.length; where++) {
      int[] order = new int[co[where].length];
      int length = 0;
      for (int e : co[where]) {
        if (number[e] >= 0) {
          order[length++] = number[e];
        }
      }
      graph.co[where] = length == order.length ? order : Arrays.copyOf(order, length);
    }
    return graph;
  }

  /** Adds an event after all others. */
  int add(int inThread, int at, int where, boolean isWrite) {
    thread[size] = inThread;
    index[size] = at;
    location[size] = where;
    write[size] = isWrite;
    source[size] = INITIAL;
    return size++;
  }

  void insert(int event, int position) {
    int[] old = co[location[event]];
    int[] order = new int[old.length + 1];
    System.arraycopy(old, 0, order, 0, position);
    order[position] = event;
    System.arraycopy(old, position, order, position + 1, old.length - position);
    co[location[event]] = order;
  }

  /** The place of a write in coherence order; -1 for the initial one. */
  int rank(int where, int event) {
    int[] order = co[where];
    for (int i = 0; i < order.length; i++) {
      if (order[i] == event) {
        return i;
      }
    }
    return -1;
  }

  /** The event of a thread with that number, or -1. */
  int find(int inThread, int at) {
    for (int e = 0; e < size; e++) {
      if (thread[e] == inThread && index[e] == at) {
        return e;
      }
    }
    return -1;
  }

  int count(int inThread) {
    int count = 0;
    for (int e = 0; e < size; e++) {
      count += thread[e] == inThread ? 1 : 0;
    }
    return count;
  }

  /** What comes before an event in program order and reads-from, the event itself included. */
  long prefix(int event) {
    long prefix = 1L << event;
    long todo = prefix;
    while (todo != 0) {
      int e = Long.numberOfTrailingZeros(todo);
      todo &= todo - 1;
      long before = 0;
      for (int other = 0; other < size; other++) {
        if (thread[other] == thread[e] && index[other] < index[e]) {
          before |= 1L << other;
        }
      }
      if (!write[e] && source[e] != INITIAL) {
        before |= 1L << source[e];
      }
      todo |= before & ~prefix;
      prefix |= before;
    }
    return prefix;
  }
}
