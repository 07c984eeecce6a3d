// SPDX-License-Identifier: MIT
package hangproof.engine.report;

/**
 * A line of a run's picture.
 *
 * @param number of the access; 0 for a line that only names a function
 * @param depth how deep the function is called
 * @param function its name with brackets, empty if it is still that of the line above
 * @param access what was done; empty for a line that only names a function
 */
record Row(int number, int role, int depth, String function, String access, boolean marked) {}
