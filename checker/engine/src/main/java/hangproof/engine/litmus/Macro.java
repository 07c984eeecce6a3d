// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

import hangproof.engine.axiom.Fence;
import java.util.Map;

/**
 * What a macro of linux-kernel.def does.
 *
 * @param name as in C
 * @param kind the shape of the operation
 * @param order its ordering annotation
 * @param operator what an atomic operation applies to the old value and its operand, or null
 * @param fence which fence, or null
 * @param result how the value of the operation becomes that of the call
 * @param signature one letter an argument: l an lvalue, p a pointer, v a value, w a second value
 */
record Macro(
    String name,
    Kind kind,
    Order order,
    Operator operator,
    Fence fence,
    Result result,
    String signature) {

  /** The shapes of operations. */
  enum Kind {
    LOAD,
    STORE,
    STORE_MB,
    FENCE,
    XCHG,
    CMPXCHG,
    /** A read-modify-write; its value is the old one. */
    FETCH_OP,
    /** A read-modify-write; its value is the new one. */
    OP_RETURN,
    /** Adds unless the old value is a certain one; its value says whether it did. */
    ADD_UNLESS,
    /** As OP_RETURN, and an acquire besides if the new value is zero. */
    OP_ACQUIRE_IF_ZERO,
    /** Two plain accesses. */
    PLAIN_OP,
    TEST_AND_SET_LOCK,
    LOCK,
    UNLOCK,
    TRYLOCK,
    IS_LOCKED,
    SRCU_LOCK,
    SRCU_UNLOCK,
    SYNC_SRCU
  }

  /** Ordering annotations of accesses. */
  enum Order {
    PLAIN,
    ONCE,
    ACQUIRE,
    RELEASE,
    MB,
    NORETURN
  }

  /** What a call is worth. */
  enum Result {
    NOTHING,
    VALUE,
    IS_ZERO,
    IS_NEGATIVE,
    /** The bit that the first argument numbers. */
    BIT
  }

  private static final Map<String, Macro> ALL = MacroTable.build();

  /** The macro of that name, or null. */
  static Macro named(String name) {
    return ALL.get(name);
  }

  /** True if the first argument is the number of a bit, and the operand a mask made of it. */
  boolean isBitOperation() {
    return signature.startsWith("b");
  }
}
