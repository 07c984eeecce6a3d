// SPDX-License-Identifier: MIT
package hangproof.engine.trace;

import java.util.List;

/**
 * Where a role is when a run ends.
 *
 * @param role index of the role
 * @param ended whether it has nothing left to do
 * @param what the operation that it would do next or waits to do, null if it has ended
 * @param cell the cell that it would do it to, null if it has ended or does it to none
 * @param operand the operation's first operand, as the cell shows it; null like the cell
 * @param blocked whether it cannot go on in this memory
 * @param stack the functions it is in
 */
public record RoleEnd(
    int role,
    boolean ended,
    String what,
    String cell,
    String operand,
    boolean blocked,
    List<Frame> stack) {}
