// SPDX-License-Identifier: MIT
package hangproof.machine;

/** The barriers of memory-barriers.txt that are statements of their own. */
public enum Fence {
  /** smp_mb(): everything before is ordered with everything after. */
  MB,
  /** smp_rmb(): reads before, reads after. */
  RMB,
  /** smp_wmb(): writes before, writes after. */
  WMB,
  /** smp_mb__before_atomic(): full, and only allowed directly before an atomic. */
  BEFORE_ATOMIC,
  /** smp_mb__after_atomic(): full, and only allowed directly after an atomic. */
  AFTER_ATOMIC
}
