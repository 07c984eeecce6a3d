// SPDX-License-Identifier: MIT
package hangproof.machine;

/**
 * How an access is ordered against its neighbours, in the kernel's terms (atomic_t.txt,
 * memory-barriers.txt). A machine gives each its meaning.
 */
public enum Order {
  /** A plain C access: may be torn from its neighbours at will, and races with others like it. */
  PLAIN,
  /** READ_ONCE, WRITE_ONCE, and read-modify-writes without a result: single, but unordered. */
  ONCE,
  ACQUIRE,
  RELEASE,
  /** A value-returning read-modify-write: a full barrier on either side of it. */
  FULL
}
