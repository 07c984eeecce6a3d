// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

import hangproof.engine.axiom.ThreadShape;
import java.util.ArrayList;
import java.util.List;

/**
 * One way through a thread: which branches it takes and which conditional operations succeed.
 * Values are symbolic.
 */
final class ThreadPath {
  final ThreadShape shape = new ThreadShape();

  /** The address of each memory event. */
  final List<Sym> addresses = new ArrayList<>();

  /** What each memory event writes; null for reads. */
  final List<Sym> values = new ArrayList<>();

  /** The srcu_struct of each fence that has one; null for the others. */
  final List<Sym> fenceAddresses = new ArrayList<>();

  /** What must not be zero for the path to be taken. */
  final List<Sym> conditions = new ArrayList<>();

  /** The registers at its end. */
  final List<Sym> registers = new ArrayList<>();

  /** True if a loop would go on beyond the bound. */
  boolean cut;

  /** True if the loop that was cut had written to memory. */
  boolean cutAfterWrite;
}
