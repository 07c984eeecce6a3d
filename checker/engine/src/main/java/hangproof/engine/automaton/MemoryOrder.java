// SPDX-License-Identifier: MIT
package hangproof.engine.automaton;

/** The memory models of the explorer. */
public enum MemoryOrder {
  /** Sequential consistency: every access takes effect at once. */
  SC,
  /** x86-TSO (Sewell et al. 2010): stores pass through a buffer, LOCKed accesses drain it. */
  TSO
}
