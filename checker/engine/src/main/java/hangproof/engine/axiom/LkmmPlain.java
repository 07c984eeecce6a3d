// SPDX-License-Identifier: MIT
package hangproof.engine.axiom;

import static hangproof.engine.axiom.LkmmRule.FENCE_ORDERS_PLAIN;
import static hangproof.engine.axiom.LkmmRule.PLAIN_COHERENCE;
import static hangproof.engine.axiom.LkmmRule.POST_BOUNDED_BY_FENCE;
import static hangproof.engine.axiom.LkmmRule.PRE_BOUNDED_BY_ADDR;
import static hangproof.engine.axiom.LkmmRule.PRE_BOUNDED_BY_FENCE;
import static hangproof.engine.axiom.LkmmRule.RCU_FENCE_FOR_PLAIN;
import static hangproof.engine.axiom.LkmmRule.RMW_SEQUENCE_FOR_PLAIN;
import static hangproof.engine.axiom.LkmmRule.RW_INCOHERENT;
import static hangproof.engine.axiom.LkmmRule.RW_RACE;
import static hangproof.engine.axiom.LkmmRule.STRONG_FENCE_ORDERS_PLAIN;
import static hangproof.engine.axiom.LkmmRule.VIS_CUMULATES;
import static hangproof.engine.axiom.LkmmRule.VIS_INTERNAL;
import static hangproof.engine.axiom.LkmmRule.VIS_STRONG_FENCE;
import static hangproof.engine.axiom.LkmmRule.WR_INCOHERENT;
import static hangproof.engine.axiom.LkmmRule.WR_RACE;
import static hangproof.engine.axiom.LkmmRule.WW_INCOHERENT;
import static hangproof.engine.axiom.LkmmRule.WW_NONRACE_NEEDS_READ_ORDER;
import static hangproof.engine.axiom.LkmmRule.WW_RACE;

/** The last part of linux-kernel.cat: coherence of plain accesses, and data races. */
final class LkmmPlain {
  private final Lkmm m;
  private final Skeleton s;
  private final int n;
  private final long marked;
  private final boolean sequences;
  private final long[] strong;
  private final long[] fence;
  private final long[] xbstar;
  private final long[] vis;
  private final long[] wPre;
  private final long[] rPre;
  private final long[] wwVis;
  private final long[] wrVis;
  private final long[] rwXbstar;
  private final long[] work;
  private Execution execution;

  LkmmPlain(Lkmm model) {
    m = model;
    s = model.s;
    n = model.n;
    marked = ~s.plain;
    sequences = !Rows.isEmpty(s.rmw, n) && on(RMW_SEQUENCE_FOR_PLAIN);
    strong = new long[n];
    fence = new long[n];
    xbstar = new long[n];
    vis = new long[n];
    wPre = new long[n];
    rPre = new long[n];
    wwVis = new long[n];
    wrVis = new long[n];
    rwXbstar = new long[n];
    work = new long[n];
  }

  private boolean on(LkmmRule rule) {
    return m.on(rule);
  }

  /** The axiom plain-coherence. The relations of the model are up to date for the execution. */
  boolean allows(Execution x) {
    execution = x;
    findFences();
    findXbstar();
    findVis(x);
    findBounds();
    return !on(PLAIN_COHERENCE) || isCoherent(x);
  }

  /** strong-fence and fence with rcu-fence added. */
  private void findFences() {
    for (int i = 0; i < n; i++) {
      work[i] = 0;
    }
    if (m.hasRcuFence && on(RCU_FENCE_FOR_PLAIN)) {
      m.rcu.addFences(work);
    }
    for (int i = 0; i < n; i++) {
      strong[i] = m.strong[i] | work[i];
      fence[i] = m.fence[i] | work[i];
    }
  }

  /** (hb | pb | rb)*. */
  private void findXbstar() {
    for (int i = 0; i < n; i++) {
      xbstar[i] = m.hb[i] | (m.hasPb ? m.pb[i] : 0);
      work[i] = 0;
    }
    if (m.hasRcuFence) {
      m.rcu.addFences(work);
      for (int i = 0; i < n; i++) {
        // rb without the trailing hb* ; pb*, which the closure adds.
        xbstar[i] |= Rows.image(m.prop[i], work) & marked;
      }
    }
    Rows.close(xbstar, n);
  }

  private void findVis(Execution x) {
    for (int i = 0; i < n; i++) {
      work[i] = 0;
      if ((marked & 1L << i) == 0) {
        continue;
      }
      long row = 0;
      if (on(VIS_STRONG_FENCE)) {
        row |= Rows.image(strong[i] & marked, xbstar);
      }
      if (on(VIS_INTERNAL)) {
        row |= xbstar[i] & s.own[i];
      }
      work[i] = row;
    }
    for (int i = 0; i < n; i++) {
      long row = 1L << i;
      if (on(VIS_CUMULATES)) {
        row = m.cumulFences[i];
        for (long rest = row; rest != 0; rest &= rest - 1) {
          int write = Long.numberOfTrailingZeros(rest);
          row |= x.rf[write] & ~s.own[write];
        }
      }
      vis[i] = Rows.image(row & marked, work);
    }
  }

  /** ww-vis, wr-vis and rw-xbstar. */
  private void findBounds() {
    for (int i = 0; i < n; i++) {
      wPre[i] = 0;
      rPre[i] = 0;
      if ((marked & 1L << i) == 0) {
        continue;
      }
      long common = 1L << i | (on(PRE_BOUNDED_BY_ADDR) ? m.addr[i] : 0);
      wPre[i] = common | (on(PRE_BOUNDED_BY_FENCE) ? fence[i] : 0);
      long nonRw = m.strong[i] | m.fences.poRel[i] | m.fences.acqPo[i];
      rPre[i] = common | (on(PRE_BOUNDED_BY_FENCE) ? nonRw | m.fences.rmbFromRead[i] : 0);
    }
    boolean post = on(POST_BOUNDED_BY_FENCE);
    for (int i = 0; i < n; i++) {
      long bit = 1L << i;
      long direct = on(FENCE_ORDERS_PLAIN) ? fence[i] : 0;
      long strongly = on(STRONG_FENCE_ORDERS_PLAIN) ? Rows.image(strong[i], xbstar) : 0;
      long wPost = (bit | (post ? fence[i] : 0)) & marked;
      if (sequences) {
        wPost = Rows.image(wPost, m.rmwSequence);
      }
      long visible = Rows.image(wPost, vis);
      wwVis[i] = direct | Rows.image(strongly | visible, wPre);
      wrVis[i] = direct | Rows.image(strongly | visible, rPre);
      long nonRw = m.strong[i] | m.fences.poRel[i] | m.fences.acqPo[i] | m.fences.rmbToRead[i];
      long rPost = (bit | (post ? nonRw : 0)) & marked;
      rwXbstar[i] = direct | Rows.image(Rows.image(rPost, xbstar), wPre);
    }
  }

  private boolean isCoherent(Execution x) {
    for (int i = 0; i < n; i++) {
      long other = preRace(i);
      if ((on(WR_INCOHERENT) && anyBack(x.rf[i] & other, rwXbstar, i))
          || (on(RW_INCOHERENT) && anyBack(x.fr[i] & other, wrVis, i))
          || (on(WW_INCOHERENT) && anyBack(x.co[i] & other, wwVis, i))) {
        return false;
      }
    }
    return true;
  }

  /** The events of other threads that may race with an event: one of the two is plain. */
  private long preRace(int i) {
    long plainOnly = (s.plain & 1L << i) != 0 ? -1L : s.plain;
    return ~s.own[i] & plainOnly;
  }

  /** True if the relation leads from one of the events to the given one. */
  private static boolean anyBack(long events, long[] relation, int to) {
    for (long rest = events; rest != 0; rest &= rest - 1) {
      if ((relation[Long.numberOfTrailingZeros(rest)] & 1L << to) != 0) {
        return true;
      }
    }
    return false;
  }

  /** True if two accesses of the execution checked last race. */
  boolean races() {
    Execution x = execution;
    for (int i = 0; i < n; i++) {
      long other = preRace(i);
      if (on(WW_RACE)) {
        long fromMarked = (marked & 1L << i) != 0 ? -1L : rwXbstar[i];
        long ordered = wwVis[i] & (marked | wrVis[i]);
        if (on(WW_NONRACE_NEEDS_READ_ORDER)) {
          ordered &= fromMarked;
        }
        if ((x.co[i] & other & ~ordered) != 0) {
          return true;
        }
      }
      if (on(RW_RACE) && (x.fr[i] & other & ~rwXbstar[i]) != 0) {
        return true;
      }
      if (on(WR_RACE)) {
        long read = x.rf[i] | Rows.image(x.co[i], x.rf);
        long unordered = read & other & ~wrVis[i];
        for (long rest = unordered; rest != 0; rest &= rest - 1) {
          if ((rwXbstar[Long.numberOfTrailingZeros(rest)] & 1L << i) == 0) {
            return true;
          }
        }
      }
    }
    return false;
  }
}
