// SPDX-License-Identifier: MIT
package hangproof.engine.automaton;

import java.util.EnumSet;
import java.util.Set;

/** What the explorer leaves out because it cannot matter; each can be switched off. */
public enum Reduction {
  /** An access to a cell that only one thread can reach is no scheduling point. */
  PRIVATE,
  /**
   * Accesses to guarded cells under their lock are no scheduling points; taking a lock joins what
   * comes after it, and releasing one what came before.
   */
  LOCKS,
  /**
   * On a cell that everybody only counts up or waits to count down, counting down joins what comes
   * after it and counting up what came before (Lipton's P and V).
   */
  SEMAPHORES,
  /**
   * Result-less additions to a cell, or settings of its bits, that nobody ever reads are no
   * scheduling points: they commute with everything.
   */
  TALLIES,
  /** Barriers and store-buffer pushes are no scheduling points. */
  FENCES,
  /** States that differ only in which of several equal roles does what are one. */
  SYMMETRY,
  /** An operation without a result leaves nothing in its thread's history. */
  VOID,
  /** Threads that will behave alike from here on are in the same node (bisimulation). */
  MINIMISE;

  public static Set<Reduction> all() {
    return EnumSet.allOf(Reduction.class);
  }

  public static Set<Reduction> none() {
    return EnumSet.noneOf(Reduction.class);
  }
}
