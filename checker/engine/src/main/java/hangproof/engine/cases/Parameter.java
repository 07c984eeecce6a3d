// SPDX-License-Identifier: MIT
package hangproof.engine.cases;

/**
 * A number that a case can be scaled by.
 *
 * @param name such as {@code submitters}
 * @param usual its value unless the user says otherwise
 * @param least below it the case makes no sense
 * @param most above it the case does not work
 */
public record Parameter(String name, int usual, int least, int most) {}
