// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

/**
 * How far a search may go.
 *
 * @param unroll rounds of a loop whose condition depends on memory
 * @param nanos processor time for one search, or 0 for no limit
 */
public record SearchBounds(int unroll, long nanos) {
  /** Four rounds and ten seconds a test. */
  public static final SearchBounds DEFAULT = new SearchBounds(4, 10_000_000_000L);

  /** Checks the numbers. */
  public SearchBounds {
    if (unroll < 0 || nanos < 0) {
      throw new IllegalArgumentException("a bound must not be negative");
    }
  }
}
