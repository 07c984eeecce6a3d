// SPDX-License-Identifier: MIT
package hangproof.engine.axiom;

/** The fences of linux-kernel.bell: events that access no memory. */
public enum Fence {
  /** smp_mb(). */
  MB,
  /** smp_rmb(). */
  RMB,
  /** smp_wmb(). */
  WMB,
  /** smp_mb__before_atomic(). */
  BEFORE_ATOMIC,
  /** smp_mb__after_atomic(). */
  AFTER_ATOMIC,
  /** smp_mb__after_spinlock(). */
  AFTER_SPINLOCK,
  /** smp_mb__after_unlock_lock(). */
  AFTER_UNLOCK_LOCK,
  /** smp_mb__after_srcu_read_unlock(). */
  AFTER_SRCU_READ_UNLOCK,
  /** barrier(): keeps the compiler from reordering, and orders nothing for other CPUs. */
  BARRIER,
  /** rcu_read_lock(). */
  RCU_LOCK,
  /** rcu_read_unlock(). */
  RCU_UNLOCK,
  /** synchronize_rcu(). */
  SYNC_RCU,
  /** synchronize_srcu(), which has a location. */
  SYNC_SRCU;

  /** True for the two grace periods. */
  public boolean isGracePeriod() {
    return this == SYNC_RCU || this == SYNC_SRCU;
  }

  /** True for what the RCU axiom looks at. */
  boolean isRcu() {
    return this == RCU_LOCK || this == RCU_UNLOCK || isGracePeriod();
  }
}
