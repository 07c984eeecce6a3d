// SPDX-License-Identifier: MIT
package hangproof.engine.axiom;

import java.util.Set;

/**
 * Sequential consistency: {@code acyclic po | rf | co | fr} (Lamport, 1979). A grace period waits
 * for the critical sections before it: the RCU axiom of LKMM over the one global order.
 */
public final class Sc implements MemoryModel {
  private Skeleton skeleton;
  private RcuOrder rcu;
  private final long[] before = new long[ThreadShape.MAX_EVENTS];

  @Override
  public String name() {
    return "sc";
  }

  @Override
  public void begin(Skeleton events) {
    skeleton = events;
    rcu = new RcuOrder(events, Set.of());
  }

  @Override
  public boolean allows(Execution x) {
    int n = skeleton.n;
    for (int i = 0; i < n; i++) {
      before[i] = skeleton.po[i] | x.rf[i] | x.co[i] | x.fr[i];
    }
    return GlobalOrder.allows(before, n, rcu, x);
  }
}
