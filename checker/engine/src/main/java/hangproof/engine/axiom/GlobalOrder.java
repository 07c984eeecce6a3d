// SPDX-License-Identifier: MIT
package hangproof.engine.axiom;

/** What SC and TSO share: one order of all accesses, which RCU goes by, too. */
final class GlobalOrder {
  private GlobalOrder() {}

  /** Closes the order in place; false if it has a cycle or a grace period is overrun. */
  static boolean allows(long[] before, int n, RcuOrder rcu, Execution x) {
    Rows.close(before, n);
    if (!Rows.irreflexive(before, n)) {
      return false;
    }
    if (!rcu.hasGracePeriods()) {
      return true;
    }
    Rows.reflect(before, n);
    return rcu.allows(x, before);
  }
}
