// SPDX-License-Identifier: MIT
package hangproof.engine.explorer;

/** Told now and then how far a search is. */
@FunctionalInterface
public interface Progress {
  /** Tells nobody. */
  Progress SILENT = (phase, states, depth, frontier, bytes) -> {};

  /**
   * A level is finished.
   *
   * @param phase what the search is doing
   * @param states seen so far
   * @param depth of the level
   * @param frontier states of the next level
   * @param bytes of memory in use
   */
  void report(String phase, long states, int depth, long frontier, long bytes);
}
