// SPDX-License-Identifier: MIT
package hangproof.engine.trace;

/**
 * A cell and what it holds.
 *
 * @param initial before the run
 * @param value when the run ends
 * @param ghost whether it is a statistic of the harness
 */
public record CellValue(String cell, String initial, String value, boolean ghost) {}
