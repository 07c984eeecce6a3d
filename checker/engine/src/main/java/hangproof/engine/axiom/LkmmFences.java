// SPDX-License-Identifier: MIT
package hangproof.engine.axiom;

import java.util.Set;

/**
 * The fence relations of linux-kernel.cat between memory events, as far as program order alone
 * decides them: mb, gp, rmb, wmb, po-rel, acq-po.
 */
final class LkmmFences {
  final long[] mb;
  final long[] gp;
  final long[] rmb;
  final long[] wmb;
  final long[] poRel;
  final long[] acqPo;

  /** fencerel(Rmb) from a read to anything, and from anything to a read: bounds of plain reads. */
  final long[] rmbFromRead;

  final long[] rmbToRead;

  /** The smp_mb__after_unlock_lock(), which also act across threads. */
  private final int[] handovers;

  private int handoverCount;
  private final Skeleton s;

  LkmmFences(Skeleton skeleton, Set<LkmmRule> off) {
    s = skeleton;
    handovers = new int[s.fences];
    mb = new long[s.n];
    gp = new long[s.n];
    rmb = new long[s.n];
    wmb = new long[s.n];
    poRel = new long[s.n];
    acqPo = new long[s.n];
    rmbFromRead = new long[s.n];
    rmbToRead = new long[s.n];
    int acquire = Tag.ACQUIRE | (off.contains(LkmmRule.LOCK_ACQUIRES) ? 0 : Tag.LOCK_READ);
    int release = Tag.RELEASE | (off.contains(LkmmRule.UNLOCK_RELEASES) ? 0 : Tag.UNLOCK);
    long acquires = off.contains(LkmmRule.ACQUIRE) ? 0 : s.having(acquire);
    long releases = off.contains(LkmmRule.RELEASE) ? 0 : s.having(release);
    long full = s.having(Tag.MB);
    boolean beforeRmw = !off.contains(LkmmRule.MB_BEFORE_RMW);
    boolean afterRmw = !off.contains(LkmmRule.MB_AFTER_RMW);
    boolean acrossRmw = !off.contains(LkmmRule.MB_ACROSS_RMW);
    for (int e = 0; e < s.memory; e++) {
      long bit = 1L << e;
      long after = s.po[e] & s.accesses;
      poRel[e] = after & releases;
      acqPo[e] = (acquires & bit) != 0 ? after : 0;
      if ((full & bit) == 0) {
        continue;
      }
      if (beforeRmw && (s.reads & bit) != 0) {
        addPairs(mb, earlier(e), bit);
      }
      if (afterRmw && (s.writes & bit) != 0) {
        addPairs(mb, bit, after);
      }
      if (acrossRmw) {
        addPairs(mb, earlier(e), after);
      }
    }
    for (int f = 0; f < s.fences; f++) {
      addFence(f, off);
    }
  }

  private void addFence(int f, Set<LkmmRule> off) {
    long before = s.fenceBefore[f];
    long after = s.fenceAfter[f];
    switch (s.fenceKind[f]) {
      case MB -> {
        if (!off.contains(LkmmRule.MB)) {
          addPairs(mb, before, after);
        }
      }
      case RMB -> {
        if (!off.contains(LkmmRule.RMB)) {
          addReadFence(before, after, off);
        }
      }
      case WMB -> {
        if (!off.contains(LkmmRule.WMB)) {
          long ordered = off.contains(LkmmRule.WMB_WRITES_ONLY) ? -1L : s.writes;
          addPairs(wmb, before & ordered, after & ordered);
        }
      }
      case BEFORE_ATOMIC -> {
        if (!off.contains(LkmmRule.BEFORE_ATOMIC)) {
          long atomics = after & s.having(Tag.RMW);
          addPairs(mb, before, (atomics | Rows.image(atomics, s.po)) & s.accesses);
        }
      }
      case AFTER_ATOMIC -> {
        if (!off.contains(LkmmRule.AFTER_ATOMIC)) {
          addAfter(before & s.having(Tag.RMW), after);
        }
      }
      case AFTER_SPINLOCK -> {
        if (!off.contains(LkmmRule.AFTER_SPINLOCK)) {
          addAfter(before & s.having(Tag.LOCK_WRITE), after);
        }
      }
      case AFTER_SRCU_READ_UNLOCK -> {
        if (!off.contains(LkmmRule.AFTER_SRCU_READ_UNLOCK)) {
          addAfter(before & s.having(Tag.SRCU_UNLOCK), after);
        }
      }
      case AFTER_UNLOCK_LOCK -> {
        if (!off.contains(LkmmRule.AFTER_UNLOCK_LOCK)) {
          handovers[handoverCount++] = f;
        }
      }
      case SYNC_RCU, SYNC_SRCU -> {
        if (!off.contains(LkmmRule.GRACE_PERIOD_IS_FENCE)) {
          // po ; [Sync-rcu | Sync-srcu] ; po?
          addPairs(gp, s.rowsBefore[f], s.rowsAfter[f] | s.rowOfFence[f]);
        }
      }
      case BARRIER, RCU_LOCK, RCU_UNLOCK -> {
        // They order nothing by themselves.
      }
    }
  }

  private void addReadFence(long before, long after, Set<LkmmRule> off) {
    long noreturn = off.contains(LkmmRule.RMB_NOT_NORETURN) ? 0 : s.having(Tag.NORETURN);
    long ordered = (off.contains(LkmmRule.RMB_READS_ONLY) ? -1L : s.reads) & ~noreturn;
    addPairs(rmb, before & ordered, after & ordered);
    boolean readsOnly = !off.contains(LkmmRule.RMB_BOUNDS_READS_ONLY);
    addPairs(rmbFromRead, before & ordered, after & (readsOnly ? ~noreturn : ordered));
    addPairs(rmbToRead, before & (readsOnly ? ~noreturn : ordered), after & ordered);
  }

  /** Orders an access and what is before it against what is after a fence. */
  private void addAfter(long accesses, long after) {
    for (long rest = accesses; rest != 0; rest &= rest - 1) {
      int access = Long.numberOfTrailingZeros(rest);
      addPairs(mb, earlier(access) | 1L << access, after);
    }
  }

  /** The accesses before an access. */
  private long earlier(int event) {
    return s.before(event) & s.accesses;
  }

  private static void addPairs(long[] relation, long from, long to) {
    for (long rest = from; rest != 0; rest &= rest - 1) {
      relation[Long.numberOfTrailingZeros(rest)] |= to;
    }
  }

  /** True if some smp_mb__after_unlock_lock() may act. */
  boolean hasHandovers() {
    return handoverCount > 0;
  }

  /**
   * Adds what smp_mb__after_unlock_lock() orders: everything before an unlock that hands the lock
   * to this thread, against everything after the fence.
   *
   * @param unlockTo for each unlock, the lock reads that it hands over to
   */
  void addHandovers(long[] unlockTo, long[] relation) {
    for (int h = 0; h < handoverCount; h++) {
      int f = handovers[h];
      for (int u = 0; u < s.memory; u++) {
        if ((unlockTo[u] & s.fenceBefore[f]) != 0) {
          addPairs(relation, earlier(u), s.fenceAfter[f]);
        }
      }
    }
  }
}
