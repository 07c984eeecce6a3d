// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

import hangproof.engine.axiom.Skeleton;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Sequential consistency per location, built in rather than tested: what reads-from says about the
 * coherence order of one location, and all orders that agree with it.
 *
 * <p>Along program order, the write that a thread has seen last never goes back in coherence order,
 * and a write goes forward. That is all of {@code acyclic po-loc | rf | co | fr}. Atomicity says
 * that the store of a read-modify-write comes right after the write that its load has read: the two
 * stick together in one block, and it is blocks that are put in order.
 */
final class Coherence {
  private static final int NOTHING = -2;
  private static final int INITIAL = -1;

  private final Skeleton skeleton;
  private final boolean coherent;
  private final boolean atomic;

  /** For each write, the writes that must come after it. Rows of the current location are valid. */
  final long[] later;

  /** For each write, the store that must come right after it, or -1. */
  private final int[] next;

  /** The store that must come right after the initial write, or -1. */
  private int first;

  /** For each write, the first write of its block; for a first write, the whole block. */
  private final int[] head;

  private final long[] block;
  private final long[] laterBlocks;
  private long heads;
  private final int[] position;

  Coherence(Skeleton skeleton, boolean coherent, boolean atomic) {
    this.skeleton = skeleton;
    this.coherent = coherent;
    this.atomic = atomic;
    int n = skeleton.size();
    later = new long[n];
    next = new int[n];
    head = new int[n];
    block = new long[n];
    laterBlocks = new long[n];
    position = new int[n];
  }

  /**
   * Derives what is sure about one location.
   *
   * @param events its accesses as far as they are known
   * @param source for each read what it reads from: a write, -1 (the initial one) or -2 (open)
   * @return false if no order agrees
   */
  boolean derive(long events, int[] source) {
    long writes = events & skeleton.writes();
    for (long rest = writes; rest != 0; rest &= rest - 1) {
      later[Long.numberOfTrailingZeros(rest)] = 0;
    }
    return (!coherent || followProgramOrder(events, source))
        && findBlocks(events, writes, source)
        && orderBlocks(writes);
  }

  private boolean followProgramOrder(long events, int[] source) {
    int thread = -1;
    int last = NOTHING;
    for (long rest = events; rest != 0; rest &= rest - 1) {
      int event = Long.numberOfTrailingZeros(rest);
      if (skeleton.thread(event) != thread) {
        thread = skeleton.thread(event);
        last = NOTHING;
      }
      boolean write = (skeleton.writes() & 1L << event) != 0;
      int next = write ? event : source[event];
      if (next == NOTHING || next == last) {
        continue;
      }
      if (last >= 0) {
        if (next < 0) {
          return false;
        }
        later[last] |= 1L << next;
      }
      last = next;
    }
    return true;
  }

  /** Ties stores of read-modify-writes to what they replace; false if two replace the same. */
  private boolean findBlocks(long events, long writes, int[] source) {
    first = -1;
    long followers = 0;
    for (long rest = writes; rest != 0; rest &= rest - 1) {
      next[Long.numberOfTrailingZeros(rest)] = -1;
    }
    for (long rest = atomic ? events & skeleton.reads() : 0; rest != 0; rest &= rest - 1) {
      int read = Long.numberOfTrailingZeros(rest);
      int store = skeleton.partner(read);
      int from = source[read];
      if (store < 0 || from == NOTHING || (writes & 1L << store) == 0) {
        continue;
      }
      followers |= 1L << store;
      if (from == INITIAL) {
        if (first >= 0) {
          return false;
        }
        first = store;
      } else {
        if (next[from] >= 0) {
          return false;
        }
        next[from] = store;
      }
    }
    heads = (writes & ~followers) | (first >= 0 ? 1L << first : 0);
    long seen = 0;
    for (long rest = heads; rest != 0; rest &= rest - 1) {
      int start = Long.numberOfTrailingZeros(rest);
      long members = 0;
      for (int at = start; at >= 0; at = next[at]) {
        // An order against the block's own contradicts it.
        if ((later[at] & members) != 0) {
          return false;
        }
        members |= 1L << at;
        head[at] = start;
      }
      block[start] = members;
      seen |= members;
    }
    // What no block holds follows itself in a ring.
    return seen == writes;
  }

  /** Lifts the order of writes to blocks, closes it, and spreads it over the writes again. */
  private boolean orderBlocks(long writes) {
    for (long rest = heads; rest != 0; rest &= rest - 1) {
      laterBlocks[Long.numberOfTrailingZeros(rest)] = 0;
    }
    for (long rest = writes; rest != 0; rest &= rest - 1) {
      int write = Long.numberOfTrailingZeros(rest);
      for (long to = later[write] & ~block[head[write]]; to != 0; to &= to - 1) {
        laterBlocks[head[write]] |= 1L << head[Long.numberOfTrailingZeros(to)];
      }
    }
    if (first >= 0) {
      laterBlocks[first] |= heads & ~(1L << first);
    }
    close(heads);
    for (long rest = heads; rest != 0; rest &= rest - 1) {
      int start = Long.numberOfTrailingZeros(rest);
      if ((laterBlocks[start] & 1L << start) != 0) {
        return false;
      }
      long after = 0;
      for (long to = laterBlocks[start]; to != 0; to &= to - 1) {
        after |= block[Long.numberOfTrailingZeros(to)];
      }
      long own = block[start];
      for (int at = start; at >= 0; at = next[at]) {
        own &= ~(1L << at);
        later[at] = after | own;
      }
    }
    return true;
  }

  private void close(long set) {
    for (long ks = set; ks != 0; ks &= ks - 1) {
      int k = Long.numberOfTrailingZeros(ks);
      long through = laterBlocks[k];
      if (through == 0) {
        continue;
      }
      for (long is = set; is != 0; is &= is - 1) {
        int i = Long.numberOfTrailingZeros(is);
        if ((laterBlocks[i] & 1L << k) != 0) {
          laterBlocks[i] |= through;
        }
      }
    }
  }

  /** True if only one order is left for these writes. */
  boolean isTotal(long writes) {
    int count = Long.bitCount(writes);
    int pairs = 0;
    for (long rest = writes; rest != 0; rest &= rest - 1) {
      pairs += Long.bitCount(later[Long.numberOfTrailingZeros(rest)]);
    }
    return pairs == count * (count - 1) / 2;
  }

  /** All orders of the writes of the location derived last that agree with what is sure. */
  List<int[]> orders(long writes) {
    List<int[]> orders = new ArrayList<>();
    extend(writes, 0, first, orders);
    return orders;
  }

  private void extend(long left, int depth, int forced, List<int[]> orders) {
    if (left == 0) {
      orders.add(Arrays.copyOf(position, depth));
      if (orders.size() > 1 << 20) {
        throw new SearchLimit("more than 2^20 coherence orders of one location");
      }
      return;
    }
    for (long rest = forced >= 0 ? 1L << forced : left; rest != 0; rest &= rest - 1) {
      int write = Long.numberOfTrailingZeros(rest);
      if (comesFirst(write, left)) {
        position[depth] = write;
        extend(left & ~(1L << write), depth + 1, next[write], orders);
      }
    }
  }

  private boolean comesFirst(int write, long left) {
    for (long rest = left; rest != 0; rest &= rest - 1) {
      if ((later[Long.numberOfTrailingZeros(rest)] & 1L << write) != 0) {
        return false;
      }
    }
    return true;
  }
}
