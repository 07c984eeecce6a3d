// SPDX-License-Identifier: MIT
package hangproof.engine.explorer;

import hangproof.engine.automaton.Action;
import java.util.List;

/**
 * A run that leads to a violation.
 *
 * @param violation what is wrong where it ends
 * @param claim the claim that does not hold there
 * @param terminal whether nothing can move where it ends
 * @param moves the accesses of all roles, in order
 * @param steps how many steps of the search they make
 */
public record Witness(
    Violation violation, String claim, boolean terminal, List<Move> moves, int steps) {
  /**
   * One access to shared memory.
   *
   * @param role index of the role
   * @param action what it does; null for a choice of the harness
   * @param chosen what the harness chose, -1 if nothing
   * @param before value of the cell before
   * @param after value of the cell after
   * @param flush whether an older store of the role reaches memory, without the role moving
   * @param step number of the step it belongs to, from 1
   */
  public record Move(
      int role, Action action, int chosen, int before, int after, boolean flush, int step) {}
}
