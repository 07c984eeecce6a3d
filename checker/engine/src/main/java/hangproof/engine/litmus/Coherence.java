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
 * that the store of a read-modify-write comes right after the write that its load has read.
 */
final class Coherence {
  private static final int NOTHING = -2;

  private final Skeleton skeleton;
  private final boolean coherent;
  private final boolean atomic;

  /** For each write, the writes that must come after it. Rows of the current location are valid. */
  final long[] later;

  private final int[] position;

  Coherence(Skeleton skeleton, boolean coherent, boolean atomic) {
    this.skeleton = skeleton;
    this.coherent = coherent;
    this.atomic = atomic;
    later = new long[skeleton.size()];
    position = new int[skeleton.size() + 1];
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
    if (coherent && !followProgramOrder(events, source)) {
      return false;
    }
    close(writes);
    if (!atomic) {
      return isOrder(writes);
    }
    boolean changed;
    do {
      changed = false;
      for (long rest = events & skeleton.reads(); rest != 0; rest &= rest - 1) {
        int read = Long.numberOfTrailingZeros(rest);
        int store = skeleton.partner(read);
        if (store >= 0 && source[read] != NOTHING && (writes & 1L << store) != 0) {
          changed |= keepAdjacent(source[read], store, writes);
        }
      }
      if (changed) {
        close(writes);
      }
      if (!isOrder(writes)) {
        return false;
      }
    } while (changed);
    return true;
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

  /** Leaves no place between a write (-1: the initial one) and the store that replaces it. */
  private boolean keepAdjacent(int from, int store, long writes) {
    boolean changed = false;
    long storeBit = 1L << store;
    long old = from >= 0 ? later[from] : 0;
    if (from >= 0 && (old & storeBit) == 0) {
      later[from] |= storeBit;
      changed = true;
    }
    long others = writes & ~storeBit & ~(from >= 0 ? 1L << from : 0);
    for (long rest = others; rest != 0; rest &= rest - 1) {
      int other = Long.numberOfTrailingZeros(rest);
      long bit = 1L << other;
      if ((from < 0 || (old & bit) != 0) && (later[store] & bit) == 0) {
        later[store] |= bit;
        changed = true;
      }
      if (from >= 0 && (later[other] & storeBit) != 0 && (later[other] & 1L << from) == 0) {
        later[other] |= 1L << from;
        changed = true;
      }
    }
    return changed;
  }

  private void close(long writes) {
    for (long ks = writes; ks != 0; ks &= ks - 1) {
      int k = Long.numberOfTrailingZeros(ks);
      long through = later[k];
      if (through == 0) {
        continue;
      }
      for (long is = writes; is != 0; is &= is - 1) {
        int i = Long.numberOfTrailingZeros(is);
        if ((later[i] & 1L << k) != 0) {
          later[i] |= through;
        }
      }
    }
  }

  private boolean isOrder(long writes) {
    for (long rest = writes; rest != 0; rest &= rest - 1) {
      int i = Long.numberOfTrailingZeros(rest);
      if ((later[i] & 1L << i) != 0) {
        return false;
      }
    }
    return true;
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

  /** All orders of the writes that agree with what is sure. */
  List<int[]> orders(long writes, int[] source) {
    int[] successor = new int[skeleton.size()];
    Arrays.fill(successor, -1);
    int first = -1;
    for (long rest = skeleton.reads(); atomic && rest != 0; rest &= rest - 1) {
      int read = Long.numberOfTrailingZeros(rest);
      int store = skeleton.partner(read);
      if (store >= 0 && (writes & 1L << store) != 0) {
        if (source[read] >= 0) {
          successor[source[read]] = store;
        } else {
          first = store;
        }
      }
    }
    List<int[]> orders = new ArrayList<>();
    extend(writes, writes, 0, first, successor, orders);
    return orders;
  }

  private void extend(
      long writes, long left, int depth, int forced, int[] successor, List<int[]> orders) {
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
        long remaining = left & ~(1L << write);
        extend(writes, remaining, depth + 1, successor[write], successor, orders);
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
