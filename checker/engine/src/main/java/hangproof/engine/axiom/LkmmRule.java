// SPDX-License-Identifier: MIT
package hangproof.engine.axiom;

/**
 * The parts of the Linux kernel memory model that can be switched off one at a time.
 *
 * <p>Switching one off gives a mutant of the model. The tests show that a litmus test of the
 * project's own set notices each of them; a part that nobody would miss is not tested.
 */
public enum LkmmRule {
  // The axioms of linux-kernel.cat.
  /** acyclic po-loc | com. */
  COHERENCE,
  /** empty rmw & (fre ; coe). */
  ATOMICITY,
  /** acyclic hb. */
  HAPPENS_BEFORE,
  /** acyclic pb. */
  PROPAGATION,
  /** irreflexive rb. */
  RCU,
  /** empty wr-incoh | rw-incoh | ww-incoh. */
  PLAIN_COHERENCE,

  // Tags.
  /** A spin_unlock() is a release. */
  UNLOCK_RELEASES,
  /** A spin_lock() is an acquire. */
  LOCK_ACQUIRES,
  /** Plain accesses are left out of hb, pb and prop. */
  MARKED_ONLY,

  // Fences.
  /** smp_mb(). */
  MB,
  /** What comes before a full read-modify-write is before its load. */
  MB_BEFORE_RMW,
  /** What comes after a full read-modify-write is after its store. */
  MB_AFTER_RMW,
  /** The halves of a full read-modify-write count as smp_mb() for what is around them. */
  MB_ACROSS_RMW,
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
  /** A grace period is a strong fence. */
  GRACE_PERIOD_IS_FENCE,
  /** smp_rmb(). */
  RMB,
  /** smp_rmb() does not order the load of an atomic operation that returns nothing. */
  RMB_NOT_NORETURN,
  /** smp_rmb() orders reads alone. */
  RMB_READS_ONLY,
  /** smp_wmb(). */
  WMB,
  /** smp_wmb() orders writes alone. */
  WMB_WRITES_ONLY,
  /** po-rel. */
  RELEASE,
  /** acq-po. */
  ACQUIRE,
  /** po-unlock-lock-po with the unlock and the lock in one thread. */
  UNLOCK_PO_LOCK,
  /** po-unlock-lock-po with the lock reading from the unlock. */
  UNLOCK_RF_LOCK,

  // Preserved program order.
  /** po-unlock-lock-po within a thread is in ppo. */
  UNLOCK_LOCK_IN_PPO,
  /** addr ; [R]. */
  ADDR_TO_READ,
  /** dep ; [Marked] ; rfi. */
  DEP_THEN_RFI,
  /** (addr | data) ; [W]. */
  DEP_TO_WRITE,
  /** ctrl ; [W]. */
  CTRL_TO_WRITE,
  /** A control dependency orders no later read. */
  CTRL_NOT_TO_READ,
  /** overwrite & int. */
  OVERWRITE_INTERNAL,
  /** addr ; [Plain] ; wmb. */
  ADDR_PLAIN_WMB,
  /** Dependencies are carried through memory of the own thread. */
  CARRY_DEP,
  /** ... but not through srcu_read_unlock(). */
  CARRY_DEP_NOT_SRCU,

  // Propagation and happens-before.
  /** rfe before a release or a strong fence. */
  A_CUMULATIVITY,
  /** wmb in cumul-fence. */
  WMB_CUMULATES,
  /** po-unlock-lock-po in cumul-fence. */
  UNLOCK_LOCK_CUMULATES,
  /** cumul-fence*, not only one. */
  CUMUL_FENCE_CHAINED,
  /** rmw-sequence after a cumul-fence. */
  RMW_SEQUENCE,
  /** (overwrite & ext)? before cumul-fence*. */
  PROP_OVERWRITE,
  /** rfe? after cumul-fence*. */
  PROP_RFE,
  /** rfe in hb. */
  RFE_IN_HB,
  /** (prop \ id) & int in hb. */
  PROP_IN_HB,
  /** hb* after the strong fence of pb. */
  HB_IN_PB,

  // RCU.
  /** hb* in rcu-link. */
  HB_IN_RCU_LINK,
  /** pb* in rcu-link. */
  PB_IN_RCU_LINK,
  /** prop in rcu-link. */
  PROP_IN_RCU_LINK,
  /** rcu-order ; rcu-link ; rcu-order. */
  RCU_ORDER_CHAINED,
  /** rcu-order between a grace period and a critical section. */
  RCU_ORDER_NESTED,
  /** An SRCU grace period and critical section must be of one srcu_struct. */
  SRCU_SAME_STRUCT,
  /** A grace period inside an RCU critical section never ends. */
  GRACE_PERIOD_IN_READER,
  /** Nested critical sections are matched as brackets are. */
  RCU_NESTING,

  // Plain accesses.
  /** rcu-fence is a fence and a strong fence for plain accesses. */
  RCU_FENCE_FOR_PLAIN,
  /** addr before a plain access bounds it. */
  PRE_BOUNDED_BY_ADDR,
  /** A fence before a plain access bounds it. */
  PRE_BOUNDED_BY_FENCE,
  /** A fence after a plain access bounds it. */
  POST_BOUNDED_BY_FENCE,
  /** smp_rmb() bounds plain reads only. */
  RMB_BOUNDS_READS_ONLY,
  /** rmw-sequence in w-post-bounded. */
  RMW_SEQUENCE_FOR_PLAIN,
  /** cumul-fence* ; rfe? in vis. */
  VIS_CUMULATES,
  /** strong-fence ; xbstar in vis. */
  VIS_STRONG_FENCE,
  /** xbstar & int in vis. */
  VIS_INTERNAL,
  /** fence alone orders plain accesses. */
  FENCE_ORDERS_PLAIN,
  /** strong-fence ; xbstar before a plain access. */
  STRONG_FENCE_ORDERS_PLAIN,
  /** wr-incoh. */
  WR_INCOHERENT,
  /** rw-incoh. */
  RW_INCOHERENT,
  /** ww-incoh. */
  WW_INCOHERENT,
  /** ww-race. */
  WW_RACE,
  /** wr-race. */
  WR_RACE,
  /** rw-race. */
  RW_RACE,
  /** Two writes of which one is read back between them do race. */
  WW_NONRACE_NEEDS_READ_ORDER
}
