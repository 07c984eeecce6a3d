// SPDX-License-Identifier: MIT
package hangproof.engine.explorer;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;

/**
 * A set that keeps a fingerprint of 64 bits of each state in memory, and the states on disk.
 *
 * <p>The disk is read in the order in which it was written, and never to look whether a state is
 * known: two states of one part that agree in fingerprint and tag are taken for one. {@link
 * #omissionProbability} bounds how probable that is. A state of one word is its own fingerprint.
 */
final class FingerprintSet extends StateSet {
  /** States that go to disk together. */
  static final int BLOCK = 1024;

  /** In so many bits different states must agree to be taken for one. */
  private static final int BITS = Long.SIZE + TAG_BITS + Search.PART_BITS;

  private final Spill spill;
  private long[] keys = new long[16];

  /** Where the blocks lie on disk. */
  private final LongArrayList positions = new LongArrayList();

  /** The states behind the last block on disk. */
  private final long[] tail;

  private final int[] tailParents = new int[BLOCK];

  FingerprintSet(int words, float fullest, Spill spill) {
    super(words, fullest);
    this.spill = spill;
    this.tail = new long[BLOCK * words];
  }

  /**
   * At most how probable it is that, among so many states that were found, two were one: the number
   * of pairs by the probability that a pair agrees, with hashes taken for random.
   *
   * @param words of a state
   */
  static double omissionProbability(long states, int words) {
    return words == 1 ? 0 : Math.min(1, 0.5 * states * states * Math.pow(2, -BITS));
  }

  /** Shares nothing with {@link StateSet#hash}: what one hash confuses the other tells apart. */
  static long fingerprint(long[] state, int offset, int words) {
    if (words == 1) {
      return state[offset];
    }
    long h = 0x2D358DCCAA6C78A5L;
    for (int i = 0; i < words; i++) {
      h = folded(h ^ state[offset + i], 0x8BB84B93962EACC9L + 2L * i);
    }
    return folded(h ^ words, 0x4B33A62ED433D4A3L);
  }

  /** Both halves of a product of 128 bits. */
  private static long folded(long a, long b) {
    return (a * b) ^ Math.multiplyHigh(a, b);
  }

  @Override
  int parent(int index) {
    int block = index / BLOCK;
    int at = index % BLOCK;
    return block == positions.size()
        ? tailParents[at]
        : spill.readInt(positions.getLong(block) + 8L * tail.length + 4L * at);
  }

  @Override
  void seek(StateReader reader, int index) {
    int block = index / BLOCK;
    reader.offset = index % BLOCK * words;
    if (block == positions.size()) {
      reader.states = tail;
      return;
    }
    long position = positions.getLong(block);
    if (reader.position != position) {
      reader.position = -1;
      if (reader.block == null) {
        reader.block = new long[tail.length];
      }
      spill.readLongs(position, reader.block);
      reader.position = position;
    }
    reader.states = reader.block;
  }

  @Override
  long key(long[] state, int offset) {
    return fingerprint(state, offset, words);
  }

  @Override
  boolean same(long[] state, int offset, long key, int index) {
    return keys[index] == key;
  }

  @Override
  long touch(int index) {
    return keys[index];
  }

  @Override
  void append(long[] state, int offset, long key, int parent) {
    int size = size();
    int at = size % BLOCK;
    if (at == 0 && size > 0) {
      positions.add(spill.write(tail, tailParents));
    }
    if (size == keys.length) {
      keys = Arrays.copyOf(keys, grown(size));
    }
    System.arraycopy(state, offset, tail, at * words, words);
    tailParents[at] = parent;
    keys[size] = key;
  }

  /** By the fingerprint: it is at hand when the table grows, and the other hash is not. */
  @Override
  int spot(long hash, long key) {
    return (int) ((key * 0x9E3779B97F4A7C15L) >>> Integer.SIZE);
  }

  @Override
  int spot(int index) {
    return spot(0, keys[index]);
  }

  @Override
  long bytes() {
    return super.bytes()
        + 8L * keys.length
        + 8L * tail.length
        + 4L * tailParents.length
        + 8L * positions.elements().length;
  }
}
