// SPDX-License-Identifier: MIT
package hangproof.engine.explorer;

import java.io.IOException;
import java.util.Arrays;

/** A set that keeps the states themselves, in memory. */
final class ExactSet extends StateSet {
  private long[] states;
  private int[] parents = new int[16];

  ExactSet(int words, float fullest) {
    super(words, fullest);
    this.states = new long[16 * words];
  }

  /** Adds states that {@link #save} has written. */
  void restore(long[] savedStates, int[] savedParents) {
    for (int i = 0; i < savedParents.length; i++) {
      add(savedStates, i * words, hash(savedStates, i * words, words), savedParents[i]);
    }
  }

  /** Writes the first states, and their parents. */
  void save(ChecksummedWriter out, int count) throws IOException {
    out.putInt(count);
    out.putLongs(states, count * words);
    out.putInts(parents, count);
  }

  @Override
  int parent(int index) {
    return parents[index];
  }

  @Override
  void seek(StateReader reader, int index) {
    reader.states = states;
    reader.offset = index * words;
  }

  @Override
  long key(long[] state, int offset) {
    return 0;
  }

  @Override
  boolean same(long[] state, int offset, long key, int index) {
    int at = index * words;
    for (int i = 0; i < words; i++) {
      if (state[offset + i] != states[at + i]) {
        return false;
      }
    }
    return true;
  }

  @Override
  long touch(int index) {
    return states[index * words];
  }

  @Override
  void append(long[] state, int offset, long key, int parent) {
    int size = size();
    if (size == parents.length) {
      int capacity = grown(size);
      states = Arrays.copyOf(states, capacity * words);
      parents = Arrays.copyOf(parents, capacity);
    }
    System.arraycopy(state, offset, states, size * words, words);
    parents[size] = parent;
  }

  @Override
  int spot(long hash, long key) {
    return (int) hash;
  }

  @Override
  int spot(int index) {
    return (int) hash(states, index * words, words);
  }

  @Override
  long bytes() {
    return super.bytes() + 8L * states.length + 4L * parents.length;
  }
}
