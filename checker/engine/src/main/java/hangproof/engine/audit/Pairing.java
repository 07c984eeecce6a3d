// SPDX-License-Identifier: MIT
package hangproof.engine.audit;

/**
 * Two things that each forbid one and the same execution, which is a violation: the barriers on the
 * two sides of a race. Each is a single barrier that is needed, or several of which one is.
 */
public record Pairing(Finding one, Finding other) {}
