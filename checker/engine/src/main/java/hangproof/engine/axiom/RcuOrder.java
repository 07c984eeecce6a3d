// SPDX-License-Identifier: MIT
package hangproof.engine.axiom;

import static hangproof.engine.axiom.LkmmRule.GRACE_PERIOD_IN_READER;
import static hangproof.engine.axiom.LkmmRule.RCU_NESTING;
import static hangproof.engine.axiom.LkmmRule.RCU_ORDER_CHAINED;
import static hangproof.engine.axiom.LkmmRule.RCU_ORDER_NESTED;
import static hangproof.engine.axiom.LkmmRule.SRCU_SAME_STRUCT;

import java.util.Set;

/**
 * The RCU and SRCU part of linux-kernel.bell and linux-kernel.cat: critical sections, rcu-link,
 * rcu-order, and the axiom over them.
 *
 * <p>Grace periods and the ends of critical sections are the nodes of a small relation of their
 * own. The model puts in the relation between memory events that links them ({@code hb* ; pb* ;
 * prop} in LKMM); rcu-order and rcu-fence come out. The ends of SRCU critical sections are memory
 * events as well as nodes.
 *
 * <p>The axiom is checked in a rotated form: some x has x rb x exactly if rcu-order leads from a
 * node f to a node g and rcu-link leads from g back to f.
 */
final class RcuOrder {
  private static final int MAX_NODES = 64;
  private static final int SRCU_TAGS = Tag.SRCU_LOCK | Tag.SRCU_UNLOCK;

  private final Skeleton skeleton;
  private final boolean chained;
  private final boolean nested;
  private final boolean sameStruct;
  private final boolean withoutAccess;
  private final boolean brackets;

  private int nodes;
  private final int[] fence;
  private final int[] event;
  private final long[] before;
  private final long[] after;
  private final long[] po;
  private final int[] nodeOfEvent;

  /** For each unlock, the locks of its critical section: the relation rcu-rscsi or srcu-rscsi. */
  private final long[] lockOf;

  private long periods;
  private long srcu;
  private long unlocks;
  private long srcuUnlocks;

  private final long[] link;
  private final long[] step;
  private final long[] order;
  private final int[] location;

  /**
   * Numbers the nodes.
   *
   * @throws IllegalArgumentException if there are more than 64
   */
  RcuOrder(Skeleton skeleton, Set<LkmmRule> off) {
    this.skeleton = skeleton;
    chained = !off.contains(RCU_ORDER_CHAINED);
    nested = !off.contains(RCU_ORDER_NESTED);
    sameStruct = !off.contains(SRCU_SAME_STRUCT);
    withoutAccess = !off.contains(GRACE_PERIOD_IN_READER);
    brackets = !off.contains(RCU_NESTING);
    int count = countNodes(skeleton);
    fence = new int[count];
    event = new int[count];
    location = new int[count];
    before = new long[count];
    after = new long[count];
    po = new long[count];
    lockOf = new long[count];
    link = new long[count];
    step = new long[count];
    order = new long[count];
    nodeOfEvent = new int[skeleton.n];
    for (int f = 0; f < skeleton.fences; f++) {
      if (skeleton.fenceKind[f].isRcu()) {
        addNode(f, -1, skeleton.rowsBefore[f], skeleton.rowsAfter[f] | skeleton.rowOfFence[f]);
      }
    }
    for (int e = 0; e < skeleton.n; e++) {
      if ((skeleton.tags[e] & SRCU_TAGS) != 0) {
        nodeOfEvent[e] = nodes;
        addNode(-1, e, skeleton.before(e), skeleton.po[e] | 1L << e);
      }
    }
    for (int i = 0; i < nodes; i++) {
      for (int j = 0; j < nodes; j++) {
        if (threadOf(i) == threadOf(j) && orderOf(i) < orderOf(j)) {
          po[i] |= 1L << j;
        }
      }
    }
    matchRcu();
  }

  private static int countNodes(Skeleton skeleton) {
    int count = 0;
    for (int f = 0; f < skeleton.fences; f++) {
      count += skeleton.fenceKind[f].isRcu() ? 1 : 0;
    }
    for (int e = 0; e < skeleton.n; e++) {
      count += (skeleton.tags[e] & SRCU_TAGS) != 0 ? 1 : 0;
    }
    if (count > MAX_NODES) {
      throw new IllegalArgumentException("more than 64 RCU events");
    }
    return count;
  }

  private void addNode(int f, int e, long earlier, long later) {
    fence[nodes] = f;
    event[nodes] = e;
    before[nodes] = earlier;
    after[nodes] = later;
    long bit = 1L << nodes;
    if (f >= 0) {
      periods |= skeleton.fenceKind[f].isGracePeriod() ? bit : 0;
      srcu |= skeleton.fenceKind[f] == Fence.SYNC_SRCU ? bit : 0;
      unlocks |= skeleton.fenceKind[f] == Fence.RCU_UNLOCK ? bit : 0;
    } else {
      srcu |= bit;
      srcuUnlocks |= (skeleton.tags[e] & Tag.SRCU_UNLOCK) != 0 ? bit : 0;
    }
    nodes++;
  }

  private int threadOf(int node) {
    return fence[node] >= 0 ? skeleton.fenceThread[fence[node]] : skeleton.thread[event[node]];
  }

  private int orderOf(int node) {
    return fence[node] >= 0 ? skeleton.fenceOrder[fence[node]] : skeleton.order[event[node]];
  }

  /** Matches rcu_read_lock() and rcu_read_unlock() like brackets, each thread for itself. */
  private void matchRcu() {
    int[] open = new int[MAX_NODES];
    int depth = 0;
    int thread = -1;
    for (int i = 0; i < nodes && fence[i] >= 0; i++) {
      if (threadOf(i) != thread) {
        thread = threadOf(i);
        depth = 0;
      }
      Fence kind = skeleton.fenceKind[fence[i]];
      if (kind == Fence.RCU_LOCK) {
        open[depth++] = i;
      } else if (kind == Fence.RCU_UNLOCK && depth > 0) {
        int match = brackets ? open[--depth] : open[depth - 1];
        lockOf[i] = 1L << match;
      }
    }
  }

  /** True if there is a grace period at all: without one rcu-order is empty. */
  boolean hasGracePeriods() {
    return periods != 0;
  }

  /**
   * Computes rcu-order.
   *
   * @param x the execution
   * @param links the relation between memory events inside rcu-link
   * @return false if the RCU axiom forbids the execution
   */
  boolean allows(Execution x, long[] links) {
    if (srcuUnlocks != 0) {
      matchSrcu(x);
    }
    for (int i = 0; i < nodes; i++) {
      location[i] = fence[i] >= 0 ? x.fenceLocation[fence[i]] : x.location[event[i]];
      long reached = Rows.image(after[i], links);
      long row = po[i];
      for (int j = 0; j < nodes; j++) {
        if ((reached & before[j]) != 0) {
          row |= 1L << j;
        }
      }
      link[i] = row;
      order[i] = 0;
    }
    for (long rest = periods; rest != 0; rest &= rest - 1) {
      int g = Long.numberOfTrailingZeros(rest);
      order[g] = 1L << g;
    }
    while (grow()) {
      // The least fixpoint of the recursive definition.
    }
    for (int f = 0; f < nodes; f++) {
      for (long rest = order[f]; rest != 0; rest &= rest - 1) {
        int g = Long.numberOfTrailingZeros(rest);
        long back = withoutAccess ? link[g] : link[g] & ~po[g];
        if ((back & 1L << f) != 0) {
          return false;
        }
      }
    }
    return true;
  }

  /** One round of the fixpoint; says whether it found a new pair. */
  private boolean grow() {
    boolean grown = false;
    for (int i = 0; i < nodes; i++) {
      step[i] = link[i] | Rows.image(Rows.image(link[i], order), link);
    }
    for (long rest = unlocks | srcuUnlocks; nested && rest != 0; rest &= rest - 1) {
      int u = Long.numberOfTrailingZeros(rest);
      long mine = (srcuUnlocks & 1L << u) != 0 ? periods & srcu : periods & ~srcu;
      for (long g = mine; g != 0; g &= g - 1) {
        int period = Long.numberOfTrailingZeros(g);
        if ((srcuUnlocks & 1L << u) != 0 && sameStruct && location[period] != location[u]) {
          continue;
        }
        if ((step[period] & 1L << u) != 0) {
          grown |= add(period, lockOf[u]);
        }
        if ((Rows.image(lockOf[u], step) & 1L << period) != 0) {
          grown |= add(u, 1L << period);
        }
      }
    }
    for (int i = 0; chained && i < nodes; i++) {
      grown |= add(i, Rows.image(Rows.image(order[i], link), order));
    }
    return grown;
  }

  private boolean add(int from, long to) {
    long old = order[from];
    order[from] |= to;
    return order[from] != old;
  }

  /** srcu-rscs: an unlock belongs to the lock whose value reaches it, through memory if need be. */
  private void matchSrcu(Execution x) {
    Skeleton s = skeleton;
    long locks = s.having(Tag.SRCU_LOCK);
    long ends = s.having(Tag.SRCU_UNLOCK);
    for (long rest = ends; rest != 0; rest &= rest - 1) {
      lockOf[nodeOfEvent[Long.numberOfTrailingZeros(rest)]] = 0;
    }
    for (long rest = locks; rest != 0; rest &= rest - 1) {
      int lock = Long.numberOfTrailingZeros(rest);
      long carriers = 1L << lock;
      long written = 0;
      long last;
      do {
        last = carriers;
        written = Rows.image(carriers, s.data);
        carriers |= Rows.image(written & ~ends, x.rf);
      } while (carriers != last);
      for (long hit = written & ends; hit != 0; hit &= hit - 1) {
        int unlock = Long.numberOfTrailingZeros(hit);
        if (x.location[unlock] == x.location[lock]) {
          lockOf[nodeOfEvent[unlock]] |= 1L << nodeOfEvent[lock];
        }
      }
    }
  }

  /** Adds rcu-fence, {@code po ; rcu-order ; po?}, to a relation between memory events. */
  void addFences(long[] relation) {
    for (int f = 0; f < nodes; f++) {
      long later = Rows.image(order[f], after);
      if (later == 0) {
        continue;
      }
      for (long rest = before[f]; rest != 0; rest &= rest - 1) {
        relation[Long.numberOfTrailingZeros(rest)] |= later;
      }
    }
  }
}
