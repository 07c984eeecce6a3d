// SPDX-License-Identifier: MIT
package hangproof.engine.axiom;

import java.util.function.IntPredicate;

/**
 * The Linux kernel memory model a second time, for tests: the definitions of the cat file one by
 * one over all events, fences and initial writes included, with none of the shortcuts of {@link
 * Lkmm}.
 */
public final class CatLkmm implements MemoryModel {
  private Skeleton s;
  private boolean race;

  @Override
  public String name() {
    return "lkmm";
  }

  @Override
  public void begin(Skeleton skeleton) {
    s = skeleton;
  }

  @Override
  public boolean races() {
    return race;
  }

  /** Events: memory events, then fences, then one initial write for each location. */
  @Override
  public boolean allows(Execution x) {
    int memory = s.n;
    int fenceEnd = memory + s.fences;
    int locations = 1;
    for (int e = 0; e < memory; e++) {
      locations = Math.max(locations, x.location[e] + 1);
    }
    int n = fenceEnd + locations;
    IntPredicate isInit = e -> e >= fenceEnd;
    IntPredicate isFence = e -> e >= memory && e < fenceEnd;

    Rel id = Rel.on(n, e -> true);
    Rel ext = Rel.of(n, (i, j) -> thread(i, memory, fenceEnd) != thread(j, memory, fenceEnd));
    Rel intern = Rel.of(n, (i, j) -> !ext.has(i, j));
    Rel po =
        Rel.of(
            n,
            (i, j) ->
                !isInit.test(i)
                    && !isInit.test(j)
                    && thread(i, memory, fenceEnd) == thread(j, memory, fenceEnd)
                    && order(i, memory) < order(j, memory));
    Rel loc =
        Rel.of(
            n,
            (i, j) ->
                location(i, x, memory, fenceEnd) >= 0
                    && location(i, x, memory, fenceEnd) == location(j, x, memory, fenceEnd));
    Rel rf =
        Rel.of(
            n,
            (i, j) ->
                j < memory
                    && (s.tags[j] & Tag.READ) != 0
                    && (x.source[j] == i
                        || (x.source[j] == Execution.INITIAL && i == fenceEnd + x.location[j])));
    IntPredicate isWrite = e -> isInit.test(e) || tag(e, memory, Tag.WRITE);
    IntPredicate isRead = e -> tag(e, memory, Tag.READ);
    Rel co =
        Rel.of(
            n,
            (i, j) ->
                j < memory
                    && isWrite.test(j)
                    && (i < memory
                        ? isWrite.test(i) && (x.co[i] & 1L << j) != 0
                        : isInit.test(i) && i == fenceEnd + x.location[j]));
    Rel fr = rf.inverse().then(co).minus(id);
    Rel rmw = Rel.of(n, (i, j) -> i < memory && j < memory && (s.rmw[i] & 1L << j) != 0);
    Rel addr0 = Rel.of(n, (i, j) -> i < memory && j < memory && (s.addr[i] & 1L << j) != 0);
    Rel data0 = Rel.of(n, (i, j) -> i < memory && j < memory && (s.data[i] & 1L << j) != 0);
    Rel ctrl0 = Rel.of(n, (i, j) -> i < memory && j < memory && (s.ctrl[i] & 1L << j) != 0);
    Rel rfe = rf.and(ext);
    Rel rfi = rf.and(intern);

    // Sets.
    Rel m = Rel.on(n, e -> isRead.test(e) || isWrite.test(e));
    Rel w = Rel.on(n, isWrite);
    Rel r = Rel.on(n, isRead);
    IntPredicate isPlain = e -> tag(e, memory, Tag.PLAIN);
    Rel plain = Rel.on(n, isPlain);
    Rel marked = Rel.on(n, isPlain.negate());
    Rel acquire = tagged(n, memory, Tag.ACQUIRE | Tag.LOCK_READ);
    Rel release = tagged(n, memory, Tag.RELEASE | Tag.UNLOCK);
    Rel mbAccess = tagged(n, memory, Tag.MB);
    Rel noreturn = tagged(n, memory, Tag.NORETURN);
    Rel rmwSet = tagged(n, memory, Tag.RMW);
    Rel ul = tagged(n, memory, Tag.UNLOCK);
    Rel lkr = tagged(n, memory, Tag.LOCK_READ);
    Rel lkw = tagged(n, memory, Tag.LOCK_WRITE);
    Rel srcuLock = tagged(n, memory, Tag.SRCU_LOCK);
    Rel srcuUnlock = tagged(n, memory, Tag.SRCU_UNLOCK);
    Rel notSrcuUnlock = id.minus(srcuUnlock);

    // linux-kernel.bell.
    Rel rcuRscs = rcuSections(n, memory);
    Rel srcuRscs = srcuLock.then(data0.then(notSrcuUnlock, rf).star(), data0, srcuUnlock).and(loc);
    Rel carryDep = data0.then(notSrcuUnlock, rfi).star();
    Rel addr = carryDep.then(addr0);
    Rel data = carryDep.then(data0);
    Rel ctrl = carryDep.then(ctrl0);

    // Release and acquire; fences.
    Rel acqPo = acquire.then(po, m);
    Rel poRel = m.then(po, release);
    Rel poUnlockLockPo = po.then(ul, po.or(rf), lkr, po);
    Rel r4 = r.minus(noreturn);
    Rel rmbFence = po.then(fences(n, memory, Fence.RMB), po);
    Rel rmb = r4.then(rmbFence, r4);
    Rel wmb = w.then(po, fences(n, memory, Fence.WMB), po, w);
    Rel mb =
        m.then(po, fences(n, memory, Fence.MB).or(mbAccess), po, m)
            .or(
                m.then(po, mbAccess, r),
                mbAccess.then(w, po, m),
                m.then(po, fences(n, memory, Fence.BEFORE_ATOMIC), po, rmwSet, po.maybe(), m),
                m.then(po.maybe(), rmwSet, po, fences(n, memory, Fence.AFTER_ATOMIC), po, m),
                m.then(po.maybe(), lkw, po, fences(n, memory, Fence.AFTER_SPINLOCK), po, m),
                m.then(poUnlockLockPo, fences(n, memory, Fence.AFTER_UNLOCK_LOCK), po, m),
                m.then(
                    po.maybe(),
                    srcuUnlock,
                    po,
                    fences(n, memory, Fence.AFTER_SRCU_READ_UNLOCK),
                    po,
                    m));
    Rel syncRcu = fences(n, memory, Fence.SYNC_RCU);
    Rel syncSrcu = fences(n, memory, Fence.SYNC_SRCU);
    Rel gp = po.then(syncRcu.or(syncSrcu), po.maybe());
    Rel strongFence = mb.or(gp);
    Rel nonRwFence = strongFence.or(poRel, acqPo);
    Rel fence = nonRwFence.or(wmb, rmb);

    // Coherence and atomicity.
    Rel poLoc = po.and(loc);
    if (!poLoc.or(rf, co, fr).isAcyclic()) {
      return false;
    }
    if (!rmw.and(fr.and(ext).then(co.and(ext))).isEmpty()) {
      return false;
    }

    // Happens-before.
    Rel dep = addr.or(data);
    Rel overwrite = co.or(fr);
    Rel toW = dep.or(ctrl).then(w).or(overwrite.and(intern), addr.then(plain, wmb));
    Rel toR = addr.then(r).or(dep.then(marked, rfi));
    Rel ppo = toR.or(toW, fence.and(intern), poUnlockLockPo.and(intern));
    Rel rmwSequence = rf.then(rmw).star();
    Rel cumulative = rfe.then(marked).maybe().then(strongFence.or(poRel));
    Rel cumulFence = marked.then(cumulative.or(wmb, poUnlockLockPo), marked, rmwSequence);
    Rel prop =
        marked.then(overwrite.and(ext).maybe(), cumulFence.star(), marked, rfe.maybe(), marked);
    Rel hb = marked.then(ppo.or(rfe, prop.minus(id).and(intern)), marked);
    if (!hb.isAcyclic()) {
      return false;
    }

    // Propagation.
    Rel pb = prop.then(strongFence, hb.star(), marked);
    if (!pb.isAcyclic()) {
      return false;
    }

    // RCU.
    Rel rcuLink = po.maybe().then(hb.star(), pb.star(), prop, po);
    Rel rcuOrder = rcuOrder(n, syncRcu, syncSrcu, rcuLink, rcuRscs, srcuRscs, loc);
    Rel rcuFence = po.then(rcuOrder, po.maybe());
    Rel rb = prop.then(rcuFence, hb.star(), pb.star(), marked);
    if (!rb.isIrreflexive()) {
      return false;
    }

    // Plain accesses.
    Rel fence2 = fence.or(rcuFence);
    Rel strong2 = strongFence.or(rcuFence);
    Rel xbstar = hb.or(pb, rb).star();
    Rel vis =
        cumulFence
            .star()
            .then(rfe.maybe(), marked, strong2.then(marked, xbstar).or(xbstar.and(intern)));
    Rel wPre = marked.then(addr.or(fence2).maybe());
    Rel notNoreturn = id.minus(noreturn);
    Rel rPre = marked.then(addr.or(nonRwFence, r4.then(rmbFence, notNoreturn)).maybe());
    Rel wPost = fence2.maybe().then(marked, rmwSequence);
    Rel rPost = nonRwFence.or(notNoreturn.then(rmbFence, r4)).maybe().then(marked);
    Rel wwVis = fence2.or(strong2.then(xbstar, wPre), wPost.then(vis, wPre));
    Rel wrVis = fence2.or(strong2.then(xbstar, rPre), wPost.then(vis, rPre));
    Rel rwXbstar = fence2.or(rPost.then(xbstar, wPre));
    IntPredicate isMemory = e -> !isFence.test(e);
    Rel preRace =
        Rel.of(
            n,
            (i, j) ->
                ext.has(i, j)
                    && ((isPlain.test(i) && isMemory.test(j))
                        || (isMemory.test(i) && !isInit.test(i) && isPlain.test(j))));
    Rel incoherent =
        rf.and(rwXbstar.inverse()).or(fr.and(wrVis.inverse()), co.and(wwVis.inverse()));
    if (!preRace.and(incoherent).isEmpty()) {
      return false;
    }
    Rel fromMarked = Rel.of(n, (i, j) -> !isPlain.test(i) && isWrite.test(j));
    Rel toMarked = Rel.of(n, (i, j) -> isWrite.test(i) && !isPlain.test(j));
    Rel nonRace = wwVis.and(fromMarked.or(rwXbstar)).and(toMarked.or(wrVis));
    Rel wwRace = preRace.and(co).minus(nonRace);
    Rel wrRace = preRace.and(co.maybe().then(rf)).minus(wrVis).minus(rwXbstar.inverse());
    Rel rwRace = preRace.and(fr).minus(rwXbstar);
    race = !wwRace.or(wrRace, rwRace).isEmpty();
    return true;
  }

  private int thread(int e, int memory, int fenceEnd) {
    if (e >= fenceEnd) {
      return -1 - e;
    }
    return e < memory ? s.thread[e] : s.fenceThread[e - memory];
  }

  private int order(int e, int memory) {
    return e < memory ? s.order[e] : s.fenceOrder[e - memory];
  }

  private int location(int e, Execution x, int memory, int fenceEnd) {
    if (e >= fenceEnd) {
      return e - fenceEnd;
    }
    if (e < memory) {
      return x.location[e];
    }
    return s.fenceKind[e - memory] == Fence.SYNC_SRCU ? x.fenceLocation[e - memory] : -1;
  }

  private boolean tag(int e, int memory, int bits) {
    return e < memory && (s.tags[e] & bits) != 0;
  }

  private Rel tagged(int n, int memory, int bits) {
    return Rel.on(n, e -> tag(e, memory, bits));
  }

  private Rel fences(int n, int memory, Fence kind) {
    return Rel.on(n, e -> e >= memory && e < memory + s.fences && s.fenceKind[e - memory] == kind);
  }

  /** Innermost pairs first, as the recursive definition of the bell file finds them. */
  private Rel rcuSections(int n, int memory) {
    Rel po =
        Rel.of(
            n,
            (i, j) ->
                i >= memory
                    && j >= memory
                    && i < memory + s.fences
                    && j < memory + s.fences
                    && s.fenceThread[i - memory] == s.fenceThread[j - memory]
                    && s.fenceOrder[i - memory] < s.fenceOrder[j - memory]);
    Rel matched = new Rel(n);
    while (true) {
      IntPredicate opened = matched.domain();
      IntPredicate closed = matched.range();
      Rel locks = fences(n, memory, Fence.RCU_LOCK).minus(Rel.on(n, opened));
      Rel unlocks = fences(n, memory, Fence.RCU_UNLOCK).minus(Rel.on(n, closed));
      Rel unmatched = locks.or(unlocks);
      Rel unmatchedPo = unmatched.then(po, unmatched);
      Rel next = matched.or(locks.then(po, unlocks).minus(unmatchedPo.then(unmatchedPo)));
      if (next.isSame(matched)) {
        return matched;
      }
      matched = next;
    }
  }

  private static Rel rcuOrder(
      int n, Rel rcuGp, Rel srcuGp, Rel link, Rel rcuRscs, Rel srcuRscs, Rel loc) {
    Rel rcu = rcuRscs.inverse();
    Rel srcu = srcuRscs.inverse();
    Rel order = new Rel(n);
    while (true) {
      Rel between = link.then(order, link);
      Rel next =
          rcuGp.or(
              srcuGp,
              rcuGp.then(link.or(between), rcu),
              rcu.then(link.or(between), rcuGp),
              srcuGp.then(link.or(between), srcu).and(loc),
              srcu.then(link.or(between), srcuGp).and(loc),
              order.then(link, order));
      if (next.isSame(order)) {
        return order;
      }
      order = next.or(order);
    }
  }
}
