// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

/** What a condition of a litmus test looks at in a final state. */
sealed interface Term {
  /**
   * A register of a thread.
   *
   * @param index its number in the thread, or -1 if the thread never mentions it: then it is 0
   */
  record Register(int thread, int index, String name) implements Term {}

  /** The content of a location. */
  record Content(int location) implements Term {}

  /** A number or an address. */
  record Constant(long value) implements Term {}
}
