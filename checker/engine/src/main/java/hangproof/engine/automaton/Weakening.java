// SPDX-License-Identifier: MIT
package hangproof.engine.automaton;

import hangproof.machine.Fence;
import hangproof.machine.Op;
import hangproof.machine.Order;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Takes one barrier or one ordering out of a port, without touching the port: what stands at one
 * place of its source is dropped, or ordered no more, each time that it runs.
 *
 * <p>Locks and what a harness waits on are left as they are.
 */
public final class Weakening {
  /**
   * A place in the source of a port.
   *
   * @param what the barrier, or the operation with its order
   * @param where class, method and line
   */
  public record Site(String what, String where) {
    @Override
    public String toString() {
      return what + " in " + where;
    }
  }

  private final Site weakened;
  private final Set<Site> seen = new LinkedHashSet<>();

  private Weakening(Site weakened) {
    this.weakened = weakened;
  }

  /** Weakens nothing, and takes note of what could be. */
  public static Weakening none() {
    return new Weakening(null);
  }

  /** Weakens what is at one place. */
  public static Weakening of(Site site) {
    return new Weakening(site);
  }

  /** The places that were run through so far. */
  public List<Site> sites() {
    return new ArrayList<>(seen);
  }

  boolean drops(Fence fence) {
    return isWeakened(fence.name());
  }

  Order order(Op op, Order order) {
    boolean orders = order == Order.FULL || order == Order.ACQUIRE || order == Order.RELEASE;
    if (!orders || op.blocking() || op == Op.UNLOCK) {
      return order;
    }
    return isWeakened(op + " " + order) ? Order.ONCE : order;
  }

  private boolean isWeakened(String what) {
    Site site = new Site(what, where());
    seen.add(site);
    return site.equals(weakened);
  }

  private static String where() {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames
                    .filter(f -> !f.getClassName().startsWith("hangproof.machine."))
                    .filter(f -> !f.getClassName().startsWith(Oracle.class.getPackageName()))
                    .findFirst()
                    .map(Weakening::name)
                    .orElse("?"));
  }

  private static String name(StackWalker.StackFrame frame) {
    String full = frame.getClassName();
    return full.substring(full.lastIndexOf('.') + 1)
        + "."
        + frame.getMethodName()
        + ":"
        + frame.getLineNumber();
  }
}
