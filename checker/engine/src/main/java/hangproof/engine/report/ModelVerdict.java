// SPDX-License-Identifier: MIT
package hangproof.engine.report;

/**
 * What came out for a case under one memory model.
 *
 * @param model key of the memory model
 * @param verdict as reports print it
 * @param states how many states the search saw
 */
public record ModelVerdict(String model, String verdict, long states) {}
