// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

/**
 * A value of a thread as a function of what its reads return.
 *
 * <p>Reads-from is chosen before values are known, so a thread is run once per path with symbols
 * for its reads, and its values are computed as reads get theirs.
 */
final class Sym {
  static final Sym ZERO = constant(0);
  static final Sym ONE = constant(1);

  /** The reads that it needs, as bits of their numbers in the thread. */
  final long reads;

  private final Operator operator;
  private final Sym left;
  private final Sym right;
  private final long constant;

  private Sym(long reads, Operator operator, Sym left, Sym right, long constant) {
    this.reads = reads;
    this.operator = operator;
    this.left = left;
    this.right = right;
    this.constant = constant;
  }

  static Sym constant(long value) {
    return new Sym(0, null, null, null, value);
  }

  /** What the read with this number in the thread returns. */
  static Sym read(int event) {
    return new Sym(1L << event, null, null, null, event);
  }

  /** An operator applied; the operand of a unary one is the right one, the left one is null. */
  static Sym apply(Operator operator, Sym left, Sym right) {
    Sym first = left == null ? ZERO : left;
    if ((first.reads | right.reads) == 0) {
      return constant(operator.apply(first.constant, right.constant));
    }
    return new Sym(first.reads | right.reads, operator, first, right, 0);
  }

  /** The condition that holds if this one does not. */
  Sym negate() {
    Operator opposite = operator == null ? null : operator.negated();
    return opposite == null ? apply(Operator.NOT, null, this) : apply(opposite, left, right);
  }

  /** True if both are computed in the same way; operands of a comparison may have changed sides. */
  boolean isSame(Sym other) {
    if (reads != other.reads || constant != other.constant || operator != other.operator) {
      return false;
    }
    if (operator == null) {
      return true;
    }
    boolean commutes = operator == Operator.EQUAL || operator == Operator.UNEQUAL;
    return (left.isSame(other.left) && right.isSame(other.right))
        || (commutes && left.isSame(other.right) && right.isSame(other.left));
  }

  boolean isConstant() {
    return reads == 0;
  }

  /** True if it is what a read returned, unchanged. */
  boolean isCopy() {
    return reads != 0 && operator == null;
  }

  /** Its value, if it is a constant; the number of the read, if it is a copy. */
  long constant() {
    return constant;
  }

  /**
   * Its value.
   *
   * @param values what the reads of all threads returned
   * @param base where those of its own thread begin
   */
  long evaluate(long[] values, int base) {
    if (operator == null) {
      return reads == 0 ? constant : values[base + (int) constant];
    }
    return operator.apply(left.evaluate(values, base), right.evaluate(values, base));
  }
}
