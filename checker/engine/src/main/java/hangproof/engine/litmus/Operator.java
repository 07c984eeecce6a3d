// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

/** The operators of C that work on values alone, in 64-bit two's complement. */
enum Operator {
  NEGATE("-"),
  COMPLEMENT("~"),
  NOT("!"),
  ADD("+"),
  SUBTRACT("-"),
  MULTIPLY("*"),
  DIVIDE("/"),
  REMAINDER("%"),
  AND("&"),
  AND_NOT("&~"),
  OR("|"),
  XOR("^"),
  SHIFT_LEFT("<<"),
  SHIFT_RIGHT(">>"),
  EQUAL("=="),
  UNEQUAL("!="),
  LESS("<"),
  LESS_EQUAL("<="),
  GREATER(">"),
  GREATER_EQUAL(">="),
  BOTH("&&"),
  EITHER("||");

  private final String text;

  Operator(String text) {
    this.text = text;
  }

  /** The operator with two operands that C writes like this, or null. */
  static Operator binary(String text) {
    for (Operator operator : values()) {
      if (operator.compareTo(ADD) >= 0 && operator.text.equals(text)) {
        return operator;
      }
    }
    return null;
  }

  /** The comparison that holds exactly if this one does not, or null if it is none. */
  Operator negated() {
    return switch (this) {
      case EQUAL -> UNEQUAL;
      case UNEQUAL -> EQUAL;
      case LESS -> GREATER_EQUAL;
      case GREATER_EQUAL -> LESS;
      case GREATER -> LESS_EQUAL;
      case LESS_EQUAL -> GREATER;
      default -> null;
    };
  }

  /**
   * Applies it to two values. The operand of a unary operator is the right one.
   *
   * @return the result, or {@link Value#NONE} where C defines none or an operand is unknown
   */
  long apply(long left, long right) {
    if (Value.isUnknown(left) || Value.isUnknown(right)) {
      return Value.NONE;
    }
    return switch (this) {
      case NEGATE -> -right;
      case COMPLEMENT -> ~right;
      case NOT -> right == 0 ? 1 : 0;
      case ADD -> left + right;
      case SUBTRACT -> left - right;
      case MULTIPLY -> left * right;
      case DIVIDE -> right == 0 ? Value.NONE : left / right;
      case REMAINDER -> right == 0 ? Value.NONE : left % right;
      case AND -> left & right;
      case AND_NOT -> left & ~right;
      case OR -> left | right;
      case XOR -> left ^ right;
      case SHIFT_LEFT -> right < 0 || right > 63 ? Value.NONE : left << right;
      case SHIFT_RIGHT -> right < 0 || right > 63 ? Value.NONE : left >> right;
      case EQUAL -> left == right ? 1 : 0;
      case UNEQUAL -> left != right ? 1 : 0;
      case LESS -> left < right ? 1 : 0;
      case LESS_EQUAL -> left <= right ? 1 : 0;
      case GREATER -> left > right ? 1 : 0;
      case GREATER_EQUAL -> left >= right ? 1 : 0;
      case BOTH -> left != 0 && right != 0 ? 1 : 0;
      case EITHER -> left != 0 || right != 0 ? 1 : 0;
    };
  }
}
