// SPDX-License-Identifier: MIT

/**
 * Optimal stateless exploration of execution graphs: TruSt (Kokologiannakis, Marmanis, Gladstein
 * and Vafeiadis, "Truly Stateless, Optimal Dynamic Partial Order Reduction", POPL 2022) over the
 * axioms of {@code hangproof.engine.axiom}, for ports and for litmus tests.
 */
package hangproof.engine.graph;
