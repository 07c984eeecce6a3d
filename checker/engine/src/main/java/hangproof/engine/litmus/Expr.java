// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

import java.util.List;

/** An expression of a thread body. Casts have vanished: herd knows no C types. */
sealed interface Expr {
  /** Where it stands in the file. */
  Position at();

  /** An integer. */
  record Constant(Position at, long value) implements Expr {}

  /** A local variable or a parameter, by its index in the thread. */
  record Register(Position at, int index) implements Expr {}

  /** What a pointer points to: a plain access, unless a macro takes it as its operand. */
  record Deref(Position at, Expr pointer) implements Expr {}

  /** An operator without an access of its own. A unary one has no left operand. */
  record Apply(Position at, Operator operator, Expr left, Expr right) implements Expr {}

  /** A macro of the kernel, applied. */
  record Call(Position at, Macro macro, List<Expr> arguments) implements Expr {}
}
