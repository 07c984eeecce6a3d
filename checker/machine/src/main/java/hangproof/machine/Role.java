// SPDX-License-Identifier: MIT
package hangproof.machine;

import java.util.function.IntUnaryOperator;

/**
 * One thread of a program: a submitter, an interrupt, a kworker, a timer.
 *
 * @param name how reports call it
 * @param body one turn: takes the carried value (0 at first), returns the next one, or a negative
 *     value to end. All that a role knows between two turns is the carried value
 * @param timer whether its steps are the passing of time: a state from which completion needs one
 *     is a stall
 * @param twins number of the group of roles that are alike, which a search may exchange
 */
public record Role(String name, IntUnaryOperator body, boolean timer, int twins) {
  /** Returned by a body that has ended. */
  public static final int END = -1;
}
