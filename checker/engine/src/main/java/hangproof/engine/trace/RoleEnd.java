// SPDX-License-Identifier: MIT
package hangproof.engine.trace;

import java.util.List;

/**
 * Where a role is when a run ends.
 *
 * @param role index of the role
 * @param ended whether it has nothing left to do
 * @param waitsFor what it waits for or would do next, null if it has ended
 * @param blocked whether it cannot go on in this memory
 * @param stack the functions it is in
 */
public record RoleEnd(
    int role, boolean ended, String waitsFor, boolean blocked, List<Frame> stack) {}
