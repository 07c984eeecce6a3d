// SPDX-License-Identifier: MIT
package hangproof.engine.explorer;

import java.util.List;

/**
 * Why a run violates something. Steps are the numbers that the run's moves carry.
 *
 * @param needed for each role that matters, the last of its steps without which the violation
 *     disappears
 * @param noReturn the step after which nothing leads out of the violation any more
 * @param source the earlier step of another role that wrote what {@code noReturn} read; 0 if there
 *     is none
 * @param wakeable roles asleep at the end that, were they woken, would bring about completion
 * @param unsettled roles of which it was too much to find out
 */
public record Explanation(
    List<Needed> needed,
    int noReturn,
    int source,
    List<Integer> wakeable,
    List<Integer> unsettled) {

  /**
   * A step that must stand where it does. That was checked: with its role stopped before it, the
   * others went on as in the run, as far as they did the same; and then there was a way out.
   *
   * @param step its number
   * @param before the next step of another role that touches the same memory, so that this one
   *     would find something else after it; 0 if there is none
   */
  public record Needed(int step, int before) {}
}
