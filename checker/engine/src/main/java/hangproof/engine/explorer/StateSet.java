// SPDX-License-Identifier: MIT
package hangproof.engine.explorer;

import java.io.IOException;
import java.util.Arrays;

/**
 * An exact set of states: one part, by hash, of all that a search has seen.
 *
 * <p>States are kept in the order they came, so that a level of the search is a range; an open
 * addressing table of ints finds them again. One worker at a time owns a part.
 */
final class StateSet {
  private static final int TAG_SHIFT = 25;
  private static final int INDEX_MASK = (1 << TAG_SHIFT) - 1;

  /** How many states {@link #expect} takes at once. */
  static final int BATCH = 32;

  private final int words;
  private final float fullest;
  private long[] states;
  private int[] parents;
  private byte[] marks;
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
    this.states = new long[16 * words];
    this.parents = new int[16];
    this.marks = new byte[16];
    resize(32);
  }

  /** Takes over states that {@link #save} has written, without marks. */
  void restore(long[] savedStates, int[] savedParents) {
    states = savedStates.length == 0 ? states : savedStates;
    parents = savedParents.length == 0 ? parents : savedParents;
    size = savedParents.length;
    marks = new byte[parents.length];
    int capacity = 32;
    while (size >= (int) (capacity * fullest)) {
      capacity *= 2;
    }
    resize(capacity);
  }

  /** Writes the first states, and their parents. */
  void save(ChecksummedWriter out, int count) throws IOException {
    out.putInt(count);
    out.putLongs(states, count * words);
    out.putInts(parents, count);
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

  int size() {
    return size;
  }

  long[] states() {
    return states;
  }

  int offset(int index) {
    return index * words;
  }

  int parent(int index) {
    return parents[index];
  }

  byte mark(int index) {
    return marks[index];
  }

  void mark(int index, byte value) {
    marks[index] = value;
  }

  /** The place of a state, -1 if it is not here. */
  int find(long[] state, int offset, long hash) {
    int mask = table.length - 1;
    int tag = tag(hash);
    for (int slot = (int) hash & mask; ; slot = (slot + 1) & mask) {
      int entry = table[slot];
      if (entry == 0) {
        return -1;
      }
      if (entry >>> TAG_SHIFT == tag && same(state, offset, (entry & INDEX_MASK) - 1)) {
        return (entry & INDEX_MASK) - 1;
      }
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
  long[] expect(long[] data, int begin, int end, int stride) {
    int mask = table.length - 1;
    int n = 0;
    for (int at = begin; at < end; at += stride) {
      hashes[n++] = hash(data, at, words);
    }
    for (int i = 0; i < n; i++) {
      entries[i] = table[(int) hashes[i] & mask];
    }
    long sum = 0;
    for (int i = 0; i < n; i++) {
      int index = Math.max(0, (entries[i] & INDEX_MASK) - 1);
      sum += states[index * words];
    }
    read = sum;
    return hashes;
  }

  /**
   * Adds a state.
   *
   * @return its place if it is new, the complement of its place if it was here
   */
  int add(long[] state, int offset, long hash, int parent) {
    int mask = table.length - 1;
    int tag = tag(hash);
    int slot = (int) hash & mask;
    while (true) {
      int entry = table[slot];
      if (entry == 0) {
        break;
      }
      if (entry >>> TAG_SHIFT == tag && same(state, offset, (entry & INDEX_MASK) - 1)) {
        return ~((entry & INDEX_MASK) - 1);
      }
      slot = (slot + 1) & mask;
    }
    if (size == INDEX_MASK - 1) {
      throw new StateSpaceTooLarge();
    }
    if (size == parents.length) {
      grow();
    }
    System.arraycopy(state, offset, states, size * words, words);
    parents[size] = parent;
    marks[size] = 0;
    size++;
    table[slot] = (tag << TAG_SHIFT) | size;
    if (size >= growAt) {
      resize(2 * table.length);
    }
    return size - 1;
  }

  private boolean same(long[] state, int offset, int index) {
    int at = index * words;
    for (int i = 0; i < words; i++) {
      if (state[offset + i] != states[at + i]) {
        return false;
      }
    }
    return true;
  }

  private static int tag(long hash) {
    return (int) (hash >>> 48) & 0x7f;
  }

  private void grow() {
    int capacity = size < 4096 ? 2 * size : size + size / 5;
    states = Arrays.copyOf(states, capacity * words);
    parents = Arrays.copyOf(parents, capacity);
    marks = Arrays.copyOf(marks, capacity);
  }

  private void resize(int capacity) {
    table = new int[capacity];
    growAt = (int) (capacity * fullest);
    int mask = capacity - 1;
    for (int i = 0; i < size; i++) {
      long hash = hash(states, i * words, words);
      int slot = (int) hash & mask;
      while (table[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      table[slot] = (tag(hash) << TAG_SHIFT) | (i + 1);
    }
  }

  /** Bytes of memory that it holds. */
  long bytes() {
    return 8L * states.length + 4L * parents.length + marks.length + 4L * table.length;
  }

  /** More states than the set can number. */
  static final class StateSpaceTooLarge extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StateSpaceTooLarge() {
      super("more than 2 thousand million states");
    }
  }
}
