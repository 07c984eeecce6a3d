// SPDX-License-Identifier: MIT
package hangproof.engine.explorer;

/** What one worker sees of the states that were found: one at a time. */
final class StateReader {
  /** Holds the state; not to be written to. */
  long[] states;

  /** Where it lies there. */
  int offset;

  /** A block that was read from disk, null before the first. */
  long[] block;

  /** Where the block lies on disk, -1 before the first. */
  long position = -1;
}
