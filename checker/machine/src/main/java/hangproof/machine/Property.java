// SPDX-License-Identifier: MIT
package hangproof.machine;

import java.util.function.Predicate;

/**
 * A claim about memory.
 *
 * @param claim in words, as a report prints it
 * @param holds must read cells only through its argument
 */
public record Property(String claim, Predicate<Memory> holds) {}
