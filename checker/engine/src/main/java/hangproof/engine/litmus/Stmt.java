// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

import java.util.List;

/** A statement of a thread body. */
sealed interface Stmt {
  /** Statements one after the other. */
  record Block(List<Stmt> statements) implements Stmt {}

  /** An assignment to a local variable. */
  record Assign(int register, Expr value) implements Stmt {}

  /** A plain store through a pointer. */
  record Store(Position at, Expr pointer, Expr value) implements Stmt {}

  /** An expression for its effect. */
  record Evaluate(Expr expr) implements Stmt {}

  /** A choice. */
  record If(Expr condition, Stmt then, Stmt otherwise) implements Stmt {}

  /**
   * A loop.
   *
   * @param bodyFirst true for {@code do ... while}
   */
  record While(Position at, Expr condition, Stmt body, boolean bodyFirst) implements Stmt {}
}
