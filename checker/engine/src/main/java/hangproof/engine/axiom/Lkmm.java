// SPDX-License-Identifier: MIT
package hangproof.engine.axiom;

import static hangproof.engine.axiom.LkmmRule.ADDR_PLAIN_WMB;
import static hangproof.engine.axiom.LkmmRule.ADDR_TO_READ;
import static hangproof.engine.axiom.LkmmRule.A_CUMULATIVITY;
import static hangproof.engine.axiom.LkmmRule.CARRY_DEP;
import static hangproof.engine.axiom.LkmmRule.CARRY_DEP_NOT_SRCU;
import static hangproof.engine.axiom.LkmmRule.CTRL_NOT_TO_READ;
import static hangproof.engine.axiom.LkmmRule.CTRL_TO_WRITE;
import static hangproof.engine.axiom.LkmmRule.CUMUL_FENCE_CHAINED;
import static hangproof.engine.axiom.LkmmRule.DEP_THEN_RFI;
import static hangproof.engine.axiom.LkmmRule.DEP_TO_WRITE;
import static hangproof.engine.axiom.LkmmRule.HAPPENS_BEFORE;
import static hangproof.engine.axiom.LkmmRule.HB_IN_PB;
import static hangproof.engine.axiom.LkmmRule.HB_IN_RCU_LINK;
import static hangproof.engine.axiom.LkmmRule.MARKED_ONLY;
import static hangproof.engine.axiom.LkmmRule.OVERWRITE_INTERNAL;
import static hangproof.engine.axiom.LkmmRule.PB_IN_RCU_LINK;
import static hangproof.engine.axiom.LkmmRule.PROPAGATION;
import static hangproof.engine.axiom.LkmmRule.PROP_IN_HB;
import static hangproof.engine.axiom.LkmmRule.PROP_IN_RCU_LINK;
import static hangproof.engine.axiom.LkmmRule.PROP_OVERWRITE;
import static hangproof.engine.axiom.LkmmRule.PROP_RFE;
import static hangproof.engine.axiom.LkmmRule.RCU;
import static hangproof.engine.axiom.LkmmRule.RFE_IN_HB;
import static hangproof.engine.axiom.LkmmRule.RMW_SEQUENCE;
import static hangproof.engine.axiom.LkmmRule.UNLOCK_LOCK_CUMULATES;
import static hangproof.engine.axiom.LkmmRule.UNLOCK_LOCK_IN_PPO;
import static hangproof.engine.axiom.LkmmRule.UNLOCK_PO_LOCK;
import static hangproof.engine.axiom.LkmmRule.UNLOCK_RF_LOCK;
import static hangproof.engine.axiom.LkmmRule.WMB_CUMULATES;

import java.util.Set;
import java.util.function.Supplier;

/**
 * The Linux kernel memory model: tools/memory-model/linux-kernel.cat, linux-kernel.bell and
 * lock.cat of Linux 6.18 (herd7 variant lkmmv2); described in Alglave, Maranget, McKenney, Parri
 * and Stern, "Frightening small children and disconcerting grown-ups" (ASPLOS 2018).
 *
 * <p>Names of fields are those of the cat file. All relations are between memory events; what the
 * cat file says of fence events is folded into the pairs around them.
 */
public final class Lkmm implements MemoryModel {
  private static final int MAX = ThreadShape.MAX_EVENTS;

  private final Set<LkmmRule> off;
  private final boolean[] enabled;
  Skeleton s;
  LkmmFences fences;
  long marked;
  int n;

  // Relations of the execution looked at last; LkmmPlain reads them.
  final long[] addr;
  final long[] strong;
  final long[] fence;
  final long[] cumulFences;
  final long[] rmwSequence;
  final long[] prop;
  final long[] hb;
  final long[] pb;
  boolean hasPb;
  boolean hasRcuFence;
  RcuOrder rcu;

  private final long[] data;
  private final long[] ctrl;
  private final long[] carry;
  private final long[] unlockTo;
  private final long[] unlockLock;
  private final long[] work;
  private final long[] link;
  private boolean hasData;
  private boolean hasUnlock;
  private boolean hasRmw;
  private long lockReads;
  private LkmmPlain plain;

  /** The whole model. */
  public Lkmm() {
    this(Set.of());
  }

  /**
   * A mutant of the model.
   *
   * @param off the rules to leave out
   */
  @SuppressWarnings("EnumOrdinal")
  public Lkmm(Set<LkmmRule> off) {
    this.off = Set.copyOf(off);
    enabled = new boolean[LkmmRule.values().length];
    addr = new long[MAX];
    strong = new long[MAX];
    fence = new long[MAX];
    cumulFences = new long[MAX];
    rmwSequence = new long[MAX];
    prop = new long[MAX];
    hb = new long[MAX];
    pb = new long[MAX];
    data = new long[MAX];
    ctrl = new long[MAX];
    carry = new long[MAX];
    unlockTo = new long[MAX];
    unlockLock = new long[MAX];
    work = new long[MAX];
    link = new long[MAX];
    for (LkmmRule rule : LkmmRule.values()) {
      enabled[rule.ordinal()] = !off.contains(rule);
    }
  }

  private Lkmm(Lkmm other) {
    off = other.off;
    enabled = other.enabled;
    addr = other.addr;
    strong = other.strong;
    fence = other.fence;
    cumulFences = other.cumulFences;
    rmwSequence = other.rmwSequence;
    prop = other.prop;
    hb = other.hb;
    pb = other.pb;
    data = other.data;
    ctrl = other.ctrl;
    carry = other.carry;
    unlockTo = other.unlockTo;
    unlockLock = other.unlockLock;
    work = other.work;
    link = other.link;
  }

  /**
   * Makes models that share their work space: what one has found out is lost when another is asked.
   */
  public static Supplier<MemoryModel> sharing() {
    Lkmm first = new Lkmm();
    return () -> new Lkmm(first);
  }

  @Override
  public String name() {
    return "lkmm";
  }

  @Override
  public boolean coherent() {
    return on(LkmmRule.COHERENCE);
  }

  @Override
  public boolean atomic() {
    return on(LkmmRule.ATOMICITY);
  }

  @SuppressWarnings("EnumOrdinal") // Asked many times per candidate: a set would hash.
  boolean on(LkmmRule rule) {
    return enabled[rule.ordinal()];
  }

  @Override
  public void begin(Skeleton skeleton) {
    s = skeleton;
    n = s.n;
    marked = on(MARKED_ONLY) ? ~s.plain : -1L;
    fences = new LkmmFences(s, off);
    rcu = new RcuOrder(s, off);
    hasData = !Rows.isEmpty(s.data, n);
    hasRmw = !Rows.isEmpty(s.rmw, n);
    hasUnlock = s.having(Tag.UNLOCK) != 0;
    lockReads = s.having(Tag.LOCK_READ);
    plain = s.plain != 0 ? new LkmmPlain(this) : null;
  }

  @Override
  public boolean allows(Execution x) {
    findDependencies(x);
    findFences(x);
    findProp(x);
    findHb(x);
    if (on(HAPPENS_BEFORE)) {
      if (!Rows.closeIfAcyclic(hb, n)) {
        return false;
      }
    } else {
      Rows.close(hb, n);
    }
    Rows.reflect(hb, n);
    if (!findPb()) {
      return false;
    }
    hasRcuFence = false;
    if (rcu.hasGracePeriods()) {
      findRcuLink();
      if (!rcu.allows(x, link) && on(RCU)) {
        return false;
      }
      hasRcuFence = true;
    }
    return plain == null || plain.allows(x);
  }

  @Override
  public boolean races() {
    return plain != null && plain.races();
  }

  /** addr, data and ctrl of linux-kernel.bell: carried through memory of the own thread. */
  private void findDependencies(Execution x) {
    boolean carried = false;
    if (hasData && on(CARRY_DEP)) {
      long writes = s.writes;
      if (on(CARRY_DEP_NOT_SRCU)) {
        writes &= ~s.having(Tag.SRCU_UNLOCK);
      }
      for (int i = 0; i < n; i++) {
        carry[i] = Rows.image(s.data[i] & writes, x.rf) & s.own[i];
        carried |= carry[i] != 0;
      }
    }
    if (!carried) {
      System.arraycopy(s.addr, 0, addr, 0, n);
      System.arraycopy(s.data, 0, data, 0, n);
      System.arraycopy(s.ctrl, 0, ctrl, 0, n);
      return;
    }
    Rows.reflect(carry, n);
    Rows.close(carry, n);
    Rows.compose(carry, s.addr, addr, n);
    Rows.compose(carry, s.data, data, n);
    Rows.compose(carry, s.ctrl, ctrl, n);
  }

  /** strong-fence, fence and po-unlock-lock-po, before rcu-fence is added to the first two. */
  private void findFences(Execution x) {
    if (hasUnlock) {
      findUnlockLock(x);
    }
    for (int i = 0; i < n; i++) {
      strong[i] = fences.mb[i] | fences.gp[i];
    }
    if (fences.hasHandovers()) {
      fences.addHandovers(unlockTo, strong);
    }
    for (int i = 0; i < n; i++) {
      fence[i] = strong[i] | fences.poRel[i] | fences.acqPo[i] | fences.wmb[i] | fences.rmb[i];
    }
  }

  private void findUnlockLock(Execution x) {
    for (int i = 0; i < n; i++) {
      unlockLock[i] = 0;
    }
    for (int u = 0; u < n; u++) {
      unlockTo[u] = 0;
      if ((s.tags[u] & Tag.UNLOCK) == 0) {
        continue;
      }
      long rf = on(UNLOCK_RF_LOCK) ? x.rf[u] : 0;
      long po = on(UNLOCK_PO_LOCK) ? s.po[u] : 0;
      unlockTo[u] = (rf | po) & lockReads;
      long after = Rows.image(unlockTo[u], s.po);
      for (long rest = s.before(u); rest != 0; rest &= rest - 1) {
        unlockLock[Long.numberOfTrailingZeros(rest)] |= after;
      }
    }
  }

  /** cumul-fence* and prop. */
  private void findProp(Execution x) {
    boolean sequences = hasRmw && on(RMW_SEQUENCE);
    if (hasRmw) {
      for (int i = 0; i < n; i++) {
        rmwSequence[i] = Rows.image(x.rf[i], s.rmw);
      }
      Rows.close(rmwSequence, n);
      Rows.reflect(rmwSequence, n);
    }
    for (int i = 0; i < n; i++) {
      work[i] = strong[i] | fences.poRel[i];
    }
    boolean unlocks = hasUnlock && on(UNLOCK_LOCK_CUMULATES);
    for (int i = 0; i < n; i++) {
      cumulFences[i] = 0;
      if ((marked & 1L << i) == 0) {
        continue;
      }
      long row = work[i];
      long rfe = x.rf[i] & ~s.own[i] & marked;
      if (on(A_CUMULATIVITY)) {
        row |= Rows.image(rfe, work);
      }
      if (on(WMB_CUMULATES)) {
        row |= fences.wmb[i];
      }
      if (unlocks) {
        row |= unlockLock[i];
      }
      row &= marked;
      cumulFences[i] = sequences ? Rows.image(row, rmwSequence) : row;
    }
    if (on(CUMUL_FENCE_CHAINED)) {
      Rows.close(cumulFences, n);
    }
    Rows.reflect(cumulFences, n);
    for (int i = 0; i < n; i++) {
      prop[i] = 0;
      if ((marked & 1L << i) == 0) {
        continue;
      }
      long row = cumulFences[i];
      if (on(PROP_OVERWRITE)) {
        row |= Rows.image((x.co[i] | x.fr[i]) & ~s.own[i], cumulFences);
      }
      row &= marked;
      if (on(PROP_RFE)) {
        for (long rest = row; rest != 0; rest &= rest - 1) {
          int write = Long.numberOfTrailingZeros(rest);
          row |= x.rf[write] & ~s.own[write] & marked;
        }
      }
      prop[i] = row;
    }
  }

  /** hb, not yet closed. */
  private void findHb(Execution x) {
    boolean unlocks = hasUnlock && on(UNLOCK_LOCK_IN_PPO);
    for (int i = 0; i < n; i++) {
      long bit = 1L << i;
      hb[i] = 0;
      if ((marked & bit) == 0) {
        continue;
      }
      long dep = addr[i] | data[i];
      long row = fence[i];
      if (unlocks) {
        row |= unlockLock[i];
      }
      if (on(DEP_TO_WRITE)) {
        row |= dep & s.writes;
      }
      if (on(CTRL_TO_WRITE)) {
        row |= ctrl[i] & s.writes;
      }
      if (!on(CTRL_NOT_TO_READ)) {
        row |= ctrl[i];
      }
      if (on(OVERWRITE_INTERNAL)) {
        row |= x.co[i] | x.fr[i];
      }
      if (on(ADDR_PLAIN_WMB)) {
        row |= Rows.image(addr[i] & s.plain, fences.wmb);
      }
      if (on(ADDR_TO_READ)) {
        row |= addr[i] & s.reads;
      }
      if (on(DEP_THEN_RFI)) {
        row |= Rows.image(dep & marked, x.rf);
      }
      if (on(PROP_IN_HB)) {
        row |= prop[i] & ~bit;
      }
      row &= s.own[i];
      if (on(RFE_IN_HB)) {
        row |= x.rf[i] & ~s.own[i];
      }
      hb[i] = row & marked;
    }
  }

  /** Finds pb, transitive; hb is so by now. False if that is forbidden. */
  private boolean findPb() {
    hasPb = !Rows.isEmpty(strong, n);
    if (!hasPb) {
      return true;
    }
    for (int i = 0; i < n; i++) {
      work[i] = (on(HB_IN_PB) ? Rows.image(strong[i], hb) : strong[i]) & marked;
    }
    Rows.compose(prop, work, pb, n);
    if (on(PROPAGATION)) {
      return Rows.closeIfAcyclic(pb, n);
    }
    Rows.close(pb, n);
    return true;
  }

  private void findRcuLink() {
    boolean pbs = hasPb && on(PB_IN_RCU_LINK);
    for (int i = 0; i < n; i++) {
      long row = on(HB_IN_RCU_LINK) ? hb[i] : 1L << i;
      if (pbs) {
        row |= Rows.image(row, pb);
      }
      link[i] = on(PROP_IN_RCU_LINK) ? Rows.image(row, prop) : row & marked;
    }
  }
}
