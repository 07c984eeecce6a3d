// SPDX-License-Identifier: MIT
package hangproof.engine.axiom;

import java.util.Arrays;
import java.util.function.IntPredicate;

/** A relation over at most 64 events, with the operators of the cat language; immutable. */
final class Rel {
  private final int n;
  private final long[] rows;

  Rel(int n) {
    if (n > 64) {
      throw new IllegalArgumentException("more than 64 events");
    }
    this.n = n;
    rows = new long[n];
  }

  /** A relation given by a predicate on pairs. */
  interface Pairs {
    boolean has(int from, int to);
  }

  static Rel of(int n, Pairs pairs) {
    Rel rel = new Rel(n);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        rel.rows[i] |= pairs.has(i, j) ? 1L << j : 0;
      }
    }
    return rel;
  }

  /** The identity on a set: [S] in cat. */
  static Rel on(int n, IntPredicate set) {
    Rel rel = new Rel(n);
    for (int i = 0; i < n; i++) {
      rel.rows[i] = set.test(i) ? 1L << i : 0;
    }
    return rel;
  }

  boolean has(int i, int j) {
    return (rows[i] & 1L << j) != 0;
  }

  Rel or(Rel... others) {
    Rel rel = new Rel(n);
    for (int i = 0; i < n; i++) {
      rel.rows[i] = rows[i];
      for (Rel other : others) {
        rel.rows[i] |= other.rows[i];
      }
    }
    return rel;
  }

  Rel and(Rel other) {
    Rel rel = new Rel(n);
    for (int i = 0; i < n; i++) {
      rel.rows[i] = rows[i] & other.rows[i];
    }
    return rel;
  }

  Rel minus(Rel other) {
    Rel rel = new Rel(n);
    for (int i = 0; i < n; i++) {
      rel.rows[i] = rows[i] & ~other.rows[i];
    }
    return rel;
  }

  Rel inverse() {
    return of(n, (i, j) -> has(j, i));
  }

  /** Composition of this and the others, in turn. */
  Rel then(Rel... others) {
    Rel rel = this;
    for (Rel other : others) {
      Rel next = new Rel(n);
      for (int i = 0; i < n; i++) {
        for (int k = 0; k < n; k++) {
          next.rows[i] |= rel.has(i, k) ? other.rows[k] : 0;
        }
      }
      rel = next;
    }
    return rel;
  }

  /** The reflexive closure: ? in cat. */
  Rel maybe() {
    return or(on(n, i -> true));
  }

  /** The transitive closure: + in cat. */
  Rel plus() {
    Rel rel = this;
    while (true) {
      Rel next = rel.or(rel.then(this));
      if (next.isSame(rel)) {
        return rel;
      }
      rel = next;
    }
  }

  /** The reflexive and transitive closure: * in cat. */
  Rel star() {
    return plus().maybe();
  }

  boolean isSame(Rel other) {
    return Arrays.equals(rows, other.rows);
  }

  boolean isEmpty() {
    return isSame(new Rel(n));
  }

  boolean isIrreflexive() {
    return and(on(n, i -> true)).isEmpty();
  }

  boolean isAcyclic() {
    return plus().isIrreflexive();
  }

  /** The events with a successor. */
  IntPredicate domain() {
    return i -> rows[i] != 0;
  }

  /** The events with a predecessor. */
  IntPredicate range() {
    return inverse().domain();
  }
}
