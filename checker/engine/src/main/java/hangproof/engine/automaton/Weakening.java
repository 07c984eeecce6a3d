// SPDX-License-Identifier: MIT
package hangproof.engine.automaton;

import hangproof.machine.Fence;
import hangproof.machine.Op;
import hangproof.machine.Order;
import hangproof.machine.Port;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Takes barriers and orderings out of a port, without touching the port: what stands at a place of
 * its source is dropped, or ordered no more, each time that it runs.
 *
 * <p>Locks and what a harness waits on are left as they are.
 */
public final class Weakening {
  /**
   * A place in the source of a port.
   *
   * @param what the barrier or the primitive, as the port writes it
   * @param order of the primitive in lower case; empty for a barrier
   * @param caller the function that called the one it stands in when it was first met, may be empty
   * @param function the one that it stands in
   * @param where class and line
   */
  public record Site(String what, String order, String caller, String function, String where) {
    /** The functions around it, the innermost last. */
    public String functions() {
      return caller.isEmpty() ? function : caller + "/" + function;
    }

    @Override
    public String toString() {
      return what + " in " + functions() + " (" + where + ")";
    }

    /** What tells two places apart: who called is not among it. */
    private String key() {
      return what + ' ' + order + ' ' + function + ' ' + where;
    }
  }

  private final Set<String> weakened;
  private final Map<String, Site> seen = new LinkedHashMap<>();

  private Weakening(Set<String> weakened) {
    this.weakened = weakened;
  }

  /** Weakens nothing, and takes note of what could be. */
  public static Weakening none() {
    return new Weakening(Set.of());
  }

  /** Weakens what is at some places. */
  public static Weakening of(Collection<Site> sites) {
    return new Weakening(sites.stream().map(Site::key).collect(Collectors.toUnmodifiableSet()));
  }

  /** The places that were run through so far. */
  public List<Site> sites() {
    return new ArrayList<>(seen.values());
  }

  boolean drops(Fence fence) {
    return isWeakened(fence.name().toLowerCase(Locale.ROOT), "");
  }

  Order order(Op op, Order order) {
    boolean orders = order == Order.FULL || order == Order.ACQUIRE || order == Order.RELEASE;
    if (!orders || op.blocking() || op == Op.UNLOCK) {
      return order;
    }
    boolean gone =
        isWeakened(op.name().toLowerCase(Locale.ROOT), order.name().toLowerCase(Locale.ROOT));
    return gone ? Order.ONCE : order;
  }

  private boolean isWeakened(String operation, String order) {
    Site site = site(operation, order);
    seen.putIfAbsent(site.key(), site);
    return weakened.contains(site.key());
  }

  /** The primitive is the last function of the machine's package that the port has called. */
  private static Site site(String operation, String order) {
    return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
        .walk(
            frames -> {
              String primitive = operation;
              String function = "";
              String where = "?";
              String caller = "";
              for (StackWalker.StackFrame f : (Iterable<StackWalker.StackFrame>) frames::iterator) {
                String type = f.getClassName();
                if (type.startsWith(Oracle.class.getPackageName() + '.')) {
                  continue;
                }
                if (type.startsWith("hangproof.machine.")) {
                  if (function.isEmpty() && !f.getMethodName().equals("access")) {
                    primitive = f.getMethodName();
                  }
                  continue;
                }
                String name = withoutLambda(f.getMethodName());
                if (function.isEmpty()) {
                  function = name;
                  where = type.substring(type.lastIndexOf('.') + 1) + ":" + f.getLineNumber();
                } else if (Port.class.isAssignableFrom(f.getDeclaringClass())) {
                  if (!caller.isEmpty()) {
                    break;
                  }
                  caller = name.equals(function) ? "" : name;
                  if (!caller.isEmpty() && !f.getMethodName().startsWith("lambda$")) {
                    break;
                  }
                } else {
                  // The body of a role, or the harness: a lambda that is called from here is no
                  // function of the port.
                  caller = "";
                }
              }
              return new Site(primitive + "()", order, caller, function, where);
            });
  }

  private static String withoutLambda(String method) {
    if (!method.startsWith("lambda$")) {
      return method;
    }
    return method.substring("lambda$".length(), method.lastIndexOf('$'));
  }
}
