// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

import java.util.List;

/**
 * A thread of a litmus test.
 *
 * @param body what it does
 * @param registers the names of its parameters and local variables
 * @param initial what each of them holds at the start: parameters, the address of a location
 */
record ThreadCode(Stmt body, List<String> registers, List<Long> initial) {}
