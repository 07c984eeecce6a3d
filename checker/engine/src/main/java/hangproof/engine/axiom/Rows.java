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

  /** Makes a relation transitive, in place. */
  static void close(long[] relation, int n) {
    if (!closeIfAcyclic(relation, n)) {
      closeCyclic(relation, n);
    }
  }

  /**
   * Makes a relation transitive, in place, unless it has a cycle. Depth first, which passes over
   * whatever is known to be reached.
   *
   * @return false if there is a cycle; then some rows are closed, and others as they were
   */
  static boolean closeIfAcyclic(long[] relation, int n) {
    long done = 0;
    for (int i = 0; i < n; i++) {
      if ((done & 1L << i) == 0) {
        done = reach(relation, i, 0, done);
        if (done == 0) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * Closes the row of an event.
   *
   * @param open the events whose rows are being closed
   * @param done the events whose rows are closed
   * @return those that are closed then, or 0 if there is a cycle
   */
  private static long reach(long[] relation, int event, long open, long done) {
    long self = 1L << event;
    long row = relation[event];
    long closed = done;
    for (long left = row; left != 0; ) {
      int to = Long.numberOfTrailingZeros(left);
      long bit = 1L << to;
      if (((open | self) & bit) != 0) {
        return 0;
      }
      if ((closed & bit) == 0) {
        closed = reach(relation, to, open | self, closed);
        if (closed == 0) {
          return 0;
        }
      }
      row |= relation[to];
      left &= ~(bit | relation[to]);
    }
    relation[event] = row;
    return closed | self;
  }

  /** By Warshall's algorithm. */
  private static void closeCyclic(long[] relation, int n) {
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
