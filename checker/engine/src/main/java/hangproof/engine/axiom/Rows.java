// SPDX-License-Identifier: MIT
package hangproof.engine.axiom;

/**
 * Relations over at most 64 events as square bit matrices: bit j of row i says that the pair (i, j)
 * is in the relation.
 */
final class Rows {
  private Rows() {}

  /** The union of the rows of a relation that a set selects: the set's image under the relation. */
  static long image(long set, long[] relation) {
    long image = 0;
    for (long rest = set; rest != 0; rest &= rest - 1) {
      image |= relation[Long.numberOfTrailingZeros(rest)];
    }
    return image;
  }

  /** Writes the composition first ; second. The result may be {@code first} itself. */
  static void compose(long[] first, long[] second, long[] result, int n) {
    for (int i = 0; i < n; i++) {
      result[i] = image(first[i], second);
    }
  }

  /** Makes a relation transitive, in place (Warshall's algorithm). */
  static void close(long[] relation, int n) {
    for (int k = 0; k < n; k++) {
      long through = relation[k];
      if (through == 0) {
        continue;
      }
      long bit = 1L << k;
      for (int i = 0; i < n; i++) {
        if ((relation[i] & bit) != 0) {
          relation[i] |= through;
        }
      }
    }
  }

  /** True if no event is related to itself. */
  static boolean irreflexive(long[] relation, int n) {
    for (int i = 0; i < n; i++) {
      if ((relation[i] & 1L << i) != 0) {
        return false;
      }
    }
    return true;
  }

  /** Adds the identity. */
  static void reflect(long[] relation, int n) {
    for (int i = 0; i < n; i++) {
      relation[i] |= 1L << i;
    }
  }

  /** True if no pair is in the relation. */
  static boolean isEmpty(long[] relation, int n) {
    long any = 0;
    for (int i = 0; i < n; i++) {
      any |= relation[i];
    }
    return any == 0;
  }
}
