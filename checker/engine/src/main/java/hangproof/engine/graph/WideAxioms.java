// SPDX-License-Identifier: MIT
package hangproof.engine.graph;

import hangproof.engine.axiom.Fence;
import hangproof.engine.axiom.Tag;

/**
 * The axioms of {@code hangproof.engine.axiom} once more, for graphs of more than 64 events,
 * without RCU, and without the part on plain accesses, which {@link #isWhole} says.
 *
 * <p>Names of relations are those of linux-kernel.cat. Made for one path of each thread; events are
 * numbered thread by thread.
 */
final class WideAxioms {
  /** Which axioms. */
  enum Model {
    SC,
    TSO,
    LKMM
  }

  private static final int LOCKED = Tag.RMW | Tag.LOCK_READ | Tag.LOCK_WRITE;

  private final Model model;
  private final int n;
  private final int[] tags;
  private final int[] threadOf;
  private final Relation po;
  private final Relation own;

  /** Program order as TSO keeps it; under SC all of it. */
  private final Relation kept;

  private final Relation strong;
  private final Relation wmb;
  private final Relation rmb;
  private final Relation poRel;
  private final Relation acqPo;
  private final Relation addr;
  private final Relation data;
  private final Relation ctrl;
  private final Relation rmw;
  private final boolean hasData;

  // The execution asked about.
  private final Relation rf;
  private final Relation co;
  private final Relation fr;

  private final Relation carry;
  private final Relation deps;
  private final Relation ctrls;
  private final Relation addrs;
  private final Relation sequence;
  private final Relation unlockLock;
  private final Relation cumul;
  private final Relation prop;
  private final Relation hb;
  private final Relation pb;
  private final Relation work;
  private final long[] marked = new long[2];
  private final long[] writes = new long[2];
  private final long[] reads = new long[2];
  private final long[] lockReads = new long[2];

  WideAxioms(Model model, Step[] ends, int[] first, boolean dependent) {
    this.model = model;
    int count = 0;
    for (Step end : ends) {
      count += end.events;
    }
    n = count;
    tags = new int[n];
    threadOf = new int[n];
    po = new Relation(n);
    own = new Relation(n);
    kept = new Relation(n);
    strong = new Relation(n);
    wmb = new Relation(n);
    rmb = new Relation(n);
    poRel = new Relation(n);
    acqPo = new Relation(n);
    addr = new Relation(n);
    data = new Relation(n);
    ctrl = new Relation(n);
    rmw = new Relation(n);
    rf = new Relation(n);
    co = new Relation(n);
    fr = new Relation(n);
    carry = new Relation(n);
    deps = new Relation(n);
    ctrls = new Relation(n);
    addrs = new Relation(n);
    sequence = new Relation(n);
    unlockLock = new Relation(n);
    cumul = new Relation(n);
    prop = new Relation(n);
    hb = new Relation(n);
    pb = new Relation(n);
    work = new Relation(n);
    for (int t = 0; t < ends.length; t++) {
      int base = first[t];
      int past = base + ends[t].events;
      for (int a = base; a < past; a++) {
        threadOf[a] = t;
        for (int b = base; b < past; b++) {
          own.add(a, b);
          if (a < b) {
            po.add(a, b);
          }
        }
      }
      for (Step step = ends[t]; step != null; step = step.parent) {
        addEvent(step, base, dependent);
      }
      for (Step step = ends[t]; step != null; step = step.parent) {
        for (Fence fence : step.fences) {
          addFence(fence, base, base + step.events, past);
        }
      }
    }
    hasData = !isEmpty(data);
    for (int e = 0; e < n; e++) {
      mark(marked, e, (tags[e] & Tag.PLAIN) == 0);
      mark(writes, e, (tags[e] & Tag.WRITE) != 0);
      mark(reads, e, (tags[e] & Tag.READ) != 0);
      mark(lockReads, e, (tags[e] & Tag.LOCK_READ) != 0);
      orderByTags(e);
    }
    keepOrder();
  }

  private static boolean isEmpty(Relation r) {
    long any = 0;
    for (long word : r.bits) {
      any |= word;
    }
    return any == 0;
  }

  private static void mark(long[] set, int e, boolean in) {
    if (in) {
      set[e >> 6] |= 1L << e;
    }
  }

  private void addEvent(Step step, int base, boolean dependent) {
    if (step.tag == 0) {
      return;
    }
    int e = base + step.events - 1;
    tags[e] = step.tag;
    addSources(addr, step.addressFrom(), base, e);
    long reads = dependent ? step.earlierReads() : 0;
    addSources(data, step.dataFrom() | reads, base, e);
    addSources(ctrl, step.controlFrom() | reads, base, e);
    if (step.parent.half && step.parent.atomic) {
      rmw.add(e - 1, e);
    }
  }

  private static void addSources(Relation r, long from, int base, int to) {
    for (long rest = from; rest != 0; rest &= rest - 1) {
      r.add(base + Long.numberOfTrailingZeros(rest), to);
    }
  }

  /** Adds a fence that comes right before an event of a thread. */
  private void addFence(Fence fence, int base, int at, int past) {
    switch (fence) {
      case MB -> addPairs(strong, base, at, at, past, 0, 0);
      case RMB -> addPairs(rmb, base, at, at, past, Tag.READ, Tag.NORETURN);
      case WMB -> addPairs(wmb, base, at, at, past, Tag.WRITE, 0);
      case BEFORE_ATOMIC -> {
        for (int e = at; e < past; e++) {
          if ((tags[e] & Tag.RMW) != 0) {
            addPairs(strong, base, at, e, past, 0, 0);
            return;
          }
        }
      }
      case AFTER_ATOMIC -> {
        for (int e = at - 1; e >= base; e--) {
          if ((tags[e] & Tag.RMW) != 0) {
            addPairs(strong, base, e + 1, at, past, 0, 0);
            return;
          }
        }
      }
      case BARRIER -> {
        // It orders nothing for other CPUs.
      }
      default -> throw new IllegalArgumentException(fence + " in more than 64 events");
    }
    if (fence == Fence.MB) {
      for (int a = base; a < at; a++) {
        for (int b = at; b < past; b++) {
          kept.add(a, b);
        }
      }
    }
  }

  private void addPairs(
      Relation to, int from, int fromPast, int at, int atPast, int need, int without) {
    for (int a = from; a < fromPast; a++) {
      for (int b = at; b < atPast; b++) {
        if ((tags[a] & need) == need
            && (tags[b] & need) == need
            && ((tags[a] | tags[b]) & without) == 0) {
          to.add(a, b);
        }
      }
    }
  }

  private void orderByTags(int e) {
    boolean acquire = (tags[e] & (Tag.ACQUIRE | Tag.LOCK_READ)) != 0;
    boolean release = (tags[e] & (Tag.RELEASE | Tag.UNLOCK)) != 0;
    boolean full = (tags[e] & Tag.MB) != 0;
    for (int o = 0; o < n; o++) {
      if (po.has(e, o) && acquire) {
        acqPo.add(e, o);
      }
      if (po.has(o, e) && release) {
        poRel.add(o, e);
      }
      if (full && (tags[e] & Tag.READ) != 0 && po.has(o, e)) {
        strong.add(o, e);
      }
      if (full && (tags[e] & Tag.WRITE) != 0 && po.has(e, o)) {
        strong.add(e, o);
      }
      for (int l = 0; full && po.has(o, e) && l < n; l++) {
        if (po.has(e, l)) {
          strong.add(o, l);
        }
      }
    }
  }

  /** SC keeps all; TSO, all but a store before a load, unless something drains the buffer. */
  private void keepOrder() {
    for (int a = 0; a < n; a++) {
      boolean delayed = (tags[a] & Tag.WRITE) != 0 && (tags[a] & LOCKED) == 0;
      boolean drained = false;
      for (int b = a + 1; b < n && threadOf[b] == threadOf[a]; b++) {
        boolean locked = (tags[b] & LOCKED) != 0;
        if (model == Model.SC || !delayed || drained || locked || (tags[b] & Tag.READ) == 0) {
          kept.add(a, b);
        }
        drained |= locked;
      }
    }
  }

  void clear() {
    rf.clear();
    co.clear();
    fr.clear();
  }

  void addReadsFrom(int write, int read) {
    rf.add(write, read);
  }

  void addCoherence(int earlier, int later) {
    co.add(earlier, later);
  }

  void addFromRead(int read, int later) {
    fr.add(read, later);
  }

  /** Whether {@link #allows} is the whole model for these events. */
  boolean isWhole() {
    for (int tag : tags) {
      if (model == Model.LKMM && (tag & Tag.PLAIN) != 0) {
        return false;
      }
    }
    return true;
  }

  boolean allows() {
    if (model != Model.LKMM) {
      hb.copyFrom(kept);
      hb.addAll(co);
      hb.addAll(fr);
      for (int i = 0; i < n; i++) {
        addExternal(hb, i, rf);
      }
      if (model == Model.SC) {
        hb.addAll(rf);
      }
      hb.close();
      return hb.irreflexive();
    }
    findDependencies();
    findUnlockLock();
    findCumul();
    findProp();
    findHb();
    hb.close();
    if (!hb.irreflexive()) {
      return false;
    }
    hb.reflect();
    work.clear();
    pb.clear();
    for (int i = 0; i < n; i++) {
      addImage(work, i, strong, hb);
      restrict(work, i, marked);
    }
    for (int i = 0; i < n; i++) {
      addImage(pb, i, prop, work);
    }
    pb.close();
    return pb.irreflexive();
  }

  private void addExternal(Relation to, int i, Relation r) {
    to.bits[2 * i] |= r.bits[2 * i] & ~own.bits[2 * i];
    to.bits[2 * i + 1] |= r.bits[2 * i + 1] & ~own.bits[2 * i + 1];
  }

  private static void addImage(Relation to, int i, Relation from, Relation under) {
    to.addImage(i, from.bits[2 * i], from.bits[2 * i + 1], under);
  }

  private static void restrict(Relation r, int i, long[] to) {
    r.bits[2 * i] &= to[0];
    r.bits[2 * i + 1] &= to[1];
  }

  private static void add(Relation to, int i, Relation r, long[] within) {
    to.bits[2 * i] |= r.bits[2 * i] & within[0];
    to.bits[2 * i + 1] |= r.bits[2 * i + 1] & within[1];
  }

  private static void add(Relation to, int i, Relation r) {
    to.bits[2 * i] |= r.bits[2 * i];
    to.bits[2 * i + 1] |= r.bits[2 * i + 1];
  }

  private boolean isMarked(int i) {
    return (marked[i >> 6] & 1L << i) != 0;
  }

  /** deps: data and address; all carried through own memory. */
  private void findDependencies() {
    carry.clear();
    if (hasData) {
      for (int i = 0; i < n; i++) {
        work.clear();
        add(work, i, data, writes);
        addImage(carry, i, work, rf);
        carry.bits[2 * i] &= own.bits[2 * i];
        carry.bits[2 * i + 1] &= own.bits[2 * i + 1];
      }
    }
    carry.reflect();
    carry.close();
    deps.clear();
    ctrls.clear();
    addrs.clear();
    for (int i = 0; i < n; i++) {
      addImage(deps, i, carry, data);
      addImage(deps, i, carry, addr);
      addImage(ctrls, i, carry, ctrl);
      addImage(addrs, i, carry, addr);
    }
  }

  private void findUnlockLock() {
    unlockLock.clear();
    for (int u = 0; u < n; u++) {
      if ((tags[u] & Tag.UNLOCK) == 0) {
        continue;
      }
      work.clear();
      work.addImage(
          u,
          (rf.bits[2 * u] | po.bits[2 * u]) & lockReads[0],
          (rf.bits[2 * u + 1] | po.bits[2 * u + 1]) & lockReads[1],
          po);
      for (int e = 0; e < n; e++) {
        if (po.has(e, u)) {
          unlockLock.bits[2 * e] |= work.bits[2 * u];
          unlockLock.bits[2 * e + 1] |= work.bits[2 * u + 1];
        }
      }
    }
  }

  private void findCumul() {
    sequence.clear();
    for (int i = 0; i < n; i++) {
      addImage(sequence, i, rf, rmw);
    }
    sequence.reflect();
    sequence.close();
    pb.clear();
    for (int i = 0; i < n; i++) {
      add(pb, i, strong);
      add(pb, i, poRel);
    }
    cumul.clear();
    work.clear();
    for (int i = 0; i < n; i++) {
      if (!isMarked(i)) {
        continue;
      }
      add(work, i, pb);
      work.addImage(
          i,
          rf.bits[2 * i] & ~own.bits[2 * i] & marked[0],
          rf.bits[2 * i + 1] & ~own.bits[2 * i + 1] & marked[1],
          pb);
      add(work, i, wmb);
      add(work, i, unlockLock);
      restrict(work, i, marked);
      addImage(cumul, i, work, sequence);
    }
    cumul.close();
    cumul.reflect();
  }

  private void findProp() {
    prop.clear();
    for (int i = 0; i < n; i++) {
      if (!isMarked(i)) {
        continue;
      }
      add(prop, i, cumul);
      prop.addImage(
          i,
          (co.bits[2 * i] | fr.bits[2 * i]) & ~own.bits[2 * i],
          (co.bits[2 * i + 1] | fr.bits[2 * i + 1]) & ~own.bits[2 * i + 1],
          cumul);
      restrict(prop, i, marked);
      for (int w = 0; w < n; w++) {
        if (prop.has(i, w)) {
          prop.bits[2 * i] |= rf.bits[2 * w] & ~own.bits[2 * w] & marked[0];
          prop.bits[2 * i + 1] |= rf.bits[2 * w + 1] & ~own.bits[2 * w + 1] & marked[1];
        }
      }
    }
  }

  private void findHb() {
    hb.clear();
    for (int i = 0; i < n; i++) {
      if (!isMarked(i)) {
        continue;
      }
      add(hb, i, strong);
      add(hb, i, poRel);
      add(hb, i, acqPo);
      add(hb, i, wmb);
      add(hb, i, rmb);
      add(hb, i, unlockLock);
      add(hb, i, deps, writes);
      add(hb, i, ctrls, writes);
      add(hb, i, addrs, reads);
      add(hb, i, co);
      add(hb, i, fr);
      hb.addImage(i, addrs.bits[2 * i] & ~marked[0], addrs.bits[2 * i + 1] & ~marked[1], wmb);
      hb.addImage(i, deps.bits[2 * i] & marked[0], deps.bits[2 * i + 1] & marked[1], rf);
      boolean self = hb.has(i, i);
      add(hb, i, prop);
      if (!self) {
        hb.bits[2 * i + (i >> 6)] &= ~(1L << i);
      }
      hb.bits[2 * i] &= own.bits[2 * i];
      hb.bits[2 * i + 1] &= own.bits[2 * i + 1];
      addExternal(hb, i, rf);
      restrict(hb, i, marked);
    }
  }
}
