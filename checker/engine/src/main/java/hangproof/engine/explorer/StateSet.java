// SPDX-License-Identifier: MIT
package hangproof.engine.explorer;

import java.util.Arrays;

/**
 * A set of states: one part, by hash, of all that a search has seen.
 *
 * <p>States are kept in the order they came, so that a level of the search is a range; an open
 * addressing table of ints finds them again. One worker at a time adds to a part; any number may
 * look while nobody adds. How a state is kept is left to the kinds of sets.
 */
abstract class StateSet {
  private static final int TAG_SHIFT = 25;
  private static final int INDEX_MASK = (1 << TAG_SHIFT) - 1;

  /** Bits of the hash that an entry of the table holds. */
  static final int TAG_BITS = Integer.SIZE - TAG_SHIFT;

  /** How many states {@link #expect} takes at once. */
  static final int BATCH = 32;

  final int words;
  private final float fullest;
  private byte[] marks = new byte[16];
  private int[] table;
  private int size;
  private int growAt;
  private final long[] hashes = new long[BATCH];
  private final int[] entries = new int[BATCH];

  /** What {@link #expect} has read, kept so that no compiler drops the reads. */
  @SuppressWarnings("unused")
  private long read;

  /**
   * @param fullest load at which the table grows; a different one for each part, so that they do
   *     not all grow at once
   */
  StateSet(int words, float fullest) {
    this.words = words;
    this.fullest = fullest;
    this.table = new int[32];
    this.growAt = (int) (table.length * fullest);
  }

  /** A hash of all bits of a state; the upper ones choose the part. */
  static long hash(long[] state, int offset, int words) {
    long h = 0x9E3779B97F4A7C15L;
    for (int i = 0; i < words; i++) {
      h = (h ^ state[offset + i]) * 0xD6E8FEB86659FD93L;
      h ^= h >>> 32;
    }
    h *= 0x94D049BB133111EBL;
    return h ^ (h >>> 29);
  }

  final int size() {
    return size;
  }

  final byte mark(int index) {
    return marks[index];
  }

  final void mark(int index, byte value) {
    marks[index] = value;
  }

  /** The number of the state from which this one was found first. */
  abstract int parent(int index);

  /** Has the reader see a state. */
  abstract void seek(StateReader reader, int index);

  /** What is compared with the states here: the state itself, or what stands for it. */
  abstract long key(long[] state, int offset);

  /** Whether a state is the one at an index. */
  abstract boolean same(long[] state, int offset, long key, int index);

  /** Reads what {@link #same} needs of the state at an index. */
  abstract long touch(int index);

  /** Keeps a state behind all others. */
  abstract void append(long[] state, int offset, long key, int parent);

  /** Where the table looks for a state first. */
  abstract int spot(long hash, long key);

  /** The same for the state at an index. */
  abstract int spot(int index);

  /** The place of a state, -1 if it is not here. */
  final int find(long[] state, int offset, long hash) {
    int slot = slot(state, offset, hash, key(state, offset));
    return (table[slot] & INDEX_MASK) - 1;
  }

  /** Where the table has a state, or where it would get it. */
  private int slot(long[] state, int offset, long hash, long key) {
    int mask = table.length - 1;
    int tag = tag(hash);
    int slot = spot(hash, key) & mask;
    while (true) {
      int entry = table[slot];
      if (entry == 0
          || (entry >>> TAG_SHIFT == tag && same(state, offset, key, (entry & INDEX_MASK) - 1))) {
        return slot;
      }
      slot = (slot + 1) & mask;
    }
  }

  /**
   * Reads what {@link #add} is about to need for some states. Their cache misses overlap here; in
   * {@link #add}, each waits for the comparison before it.
   *
   * @param begin where the first lies in the data
   * @param end where they end: at most {@link #BATCH} of them
   * @param stride from one to the next
   * @return their hashes, valid until the next call
   */
  final long[] expect(long[] data, int begin, int end, int stride) {
    int mask = table.length - 1;
    int n = 0;
    for (int at = begin; at < end; at += stride) {
      hashes[n++] = hash(data, at, words);
    }
    for (int i = 0, at = begin; i < n; i++, at += stride) {
      entries[i] = table[spot(hashes[i], key(data, at)) & mask];
    }
    long sum = 0;
    for (int i = 0; i < n; i++) {
      sum += touch(Math.max(0, (entries[i] & INDEX_MASK) - 1));
    }
    read = sum;
    return hashes;
  }

  /**
   * Adds a state.
   *
   * @return its place if it is new, the complement of its place if it was here
   */
  final int add(long[] state, int offset, long hash, int parent) {
    long key = key(state, offset);
    int slot = slot(state, offset, hash, key);
    int entry = table[slot];
    if (entry != 0) {
      return ~((entry & INDEX_MASK) - 1);
    }
    if (size == INDEX_MASK - 1) {
      throw new StateSpaceTooLarge();
    }
    append(state, offset, key, parent);
    if (size == marks.length) {
      marks = Arrays.copyOf(marks, grown(size));
    }
    marks[size] = 0;
    size++;
    table[slot] = (tag(hash) << TAG_SHIFT) | size;
    if (size >= growAt) {
      resize(2 * table.length);
    }
    return size - 1;
  }

  private static int tag(long hash) {
    return (int) (hash >>> 48) & ((1 << TAG_BITS) - 1);
  }

  /** The next capacity of arrays that hold so many states. */
  static int grown(int size) {
    return size < 4096 ? 2 * size : size + size / 5;
  }

  private void resize(int capacity) {
    int[] old = table;
    table = new int[capacity];
    growAt = (int) (capacity * fullest);
    int mask = capacity - 1;
    for (int entry : old) {
      if (entry != 0) {
        int slot = spot((entry & INDEX_MASK) - 1) & mask;
        while (table[slot] != 0) {
          slot = (slot + 1) & mask;
        }
        table[slot] = entry;
      }
    }
  }

  /** Bytes of memory that it holds. */
  long bytes() {
    return marks.length + 4L * table.length;
  }

  /** More states than the set can number. */
  static final class StateSpaceTooLarge extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StateSpaceTooLarge() {
      super("more than 2 thousand million states");
    }
  }
}
