// SPDX-License-Identifier: MIT
package hangproof.engine.trace;

import java.util.List;

/**
 * Something that a role did, as a replay of the port saw it.
 *
 * @param step of the search, from 1; 0 for what a role does before its first step
 * @param role index of the role
 * @param kind read, write, rmw, update, fence, choice, push (a store enters the store buffer) or
 *     flush (the oldest store reaches memory)
 * @param what the operation, or the barrier
 * @param cell null for a barrier or a choice
 * @param before value of the cell, as the cell shows it
 * @param after value of the cell afterwards
 * @param result what the role learned, null if nothing
 * @param forwarded whether the value came out of the role's own store buffer
 * @param stack the functions that were running, the innermost first
 */
public record TraceEvent(
    int step,
    int role,
    Kind kind,
    String what,
    String cell,
    String before,
    String after,
    String result,
    boolean forwarded,
    List<Frame> stack) {
  /** See {@link TraceEvent#kind}. */
  public enum Kind {
    READ,
    WRITE,
    RMW,
    UPDATE,
    FENCE,
    CHOICE,
    PUSH,
    FLUSH
  }
}
