// SPDX-License-Identifier: MIT
package hangproof.engine.graph;

import java.util.Arrays;

/** A relation between at most 128 events: a square matrix of bits, two words a row. */
final class Relation {
  final int n;

  /** Row i is at 2 * i, its lower half first. */
  final long[] bits;

  Relation(int n) {
    this.n = n;
    bits = new long[2 * n];
  }

  void clear() {
    Arrays.fill(bits, 0);
  }

  void copyFrom(Relation r) {
    System.arraycopy(r.bits, 0, bits, 0, bits.length);
  }

  void add(int from, int to) {
    bits[2 * from + (to >> 6)] |= 1L << to;
  }

  boolean has(int from, int to) {
    return (bits[2 * from + (to >> 6)] & 1L << to) != 0;
  }

  /** Adds all pairs of another relation. */
  void addAll(Relation r) {
    for (int i = 0; i < bits.length; i++) {
      bits[i] |= r.bits[i];
    }
  }

  /** Adds to a row the image of a set under a relation. */
  void addImage(int row, long low, long high, Relation under) {
    long a = 0;
    long b = 0;
    for (long rest = low; rest != 0; rest &= rest - 1) {
      int k = 2 * Long.numberOfTrailingZeros(rest);
      a |= under.bits[k];
      b |= under.bits[k + 1];
    }
    for (long rest = high; rest != 0; rest &= rest - 1) {
      int k = 2 * (64 + Long.numberOfTrailingZeros(rest));
      a |= under.bits[k];
      b |= under.bits[k + 1];
    }
    bits[2 * row] |= a;
    bits[2 * row + 1] |= b;
  }

  /** Makes it transitive. */
  void close() {
    for (int k = 0; k < n; k++) {
      long low = bits[2 * k];
      long high = bits[2 * k + 1];
      int word = k >> 6;
      long bit = 1L << k;
      for (int i = 0; i < n; i++) {
        if ((bits[2 * i + word] & bit) != 0) {
          bits[2 * i] |= low;
          bits[2 * i + 1] |= high;
        }
      }
    }
  }

  void reflect() {
    for (int i = 0; i < n; i++) {
      add(i, i);
    }
  }

  boolean irreflexive() {
    for (int i = 0; i < n; i++) {
      if (has(i, i)) {
        return false;
      }
    }
    return true;
  }
}
