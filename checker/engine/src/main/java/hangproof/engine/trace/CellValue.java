// SPDX-License-Identifier: MIT
package hangproof.engine.trace;

/** A cell and what it holds when a run ends. */
public record CellValue(String cell, String value) {}
