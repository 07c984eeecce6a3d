// SPDX-License-Identifier: MIT
package hangproof.engine.axiom;

import java.util.Set;

/**
 * x86-TSO, in the axiomatic form of Owens, Sarkar and Sewell ("A better x86 memory model: x86-TSO",
 * 2009): program order but from a write to a later read, unless a locked instruction or a full
 * fence stands between, together with rfe, co and fr, is acyclic.
 *
 * <p>Kernel primitives are taken as x86 has them: read-modify-writes, failed cmpxchg included, are
 * locked; smp_mb() and the grace periods drain the store buffer; smp_rmb(), smp_wmb() and the
 * fences beside atomics do nothing; a spin_unlock() is a plain store.
 */
public final class Tso implements MemoryModel {
  private final long[] kept = new long[ThreadShape.MAX_EVENTS];
  private final long[] before = new long[ThreadShape.MAX_EVENTS];
  private Skeleton skeleton;
  private RcuOrder rcu;

  @Override
  public String name() {
    return "tso";
  }

  @Override
  public void begin(Skeleton events) {
    skeleton = events;
    rcu = new RcuOrder(events, Set.of());
    long locked = events.having(Tag.RMW | Tag.LOCK_READ | Tag.LOCK_WRITE);
    for (int i = 0; i < events.n; i++) {
      boolean delayed = (events.writes & 1L << i) != 0 && (locked & 1L << i) == 0;
      kept[i] = delayed ? events.po[i] & ~(events.reads & ~locked) : events.po[i];
      if (delayed) {
        kept[i] |= afterDrain(i, locked);
      }
    }
  }

  /** What comes after the first event that empties the store buffer behind a write. */
  private long afterDrain(int write, long locked) {
    long after = 0;
    for (long rest = skeleton.po[write] & locked; rest != 0; rest &= rest - 1) {
      after |= skeleton.po[Long.numberOfTrailingZeros(rest)];
    }
    for (int f = 0; f < skeleton.fences; f++) {
      Fence kind = skeleton.fenceKind[f];
      boolean drains = kind == Fence.MB || kind.isGracePeriod();
      if (drains && (skeleton.fenceBefore[f] & 1L << write) != 0) {
        after |= skeleton.fenceAfter[f];
      }
    }
    return after;
  }

  @Override
  public boolean allows(Execution x) {
    int n = skeleton.n;
    for (int i = 0; i < n; i++) {
      before[i] = kept[i] | (x.rf[i] & ~skeleton.own[i]) | x.co[i] | x.fr[i];
    }
    return GlobalOrder.allows(before, n, rcu, x);
  }
}
