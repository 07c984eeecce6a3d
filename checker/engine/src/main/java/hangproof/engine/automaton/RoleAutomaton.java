// SPDX-License-Identifier: MIT
package hangproof.engine.automaton;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;

/**
 * A role in program order, before any memory model: a node for each history, asked of the oracle
 * once and remembered.
 */
final class RoleAutomaton {
  /** One node; exactly one of action, failure is set, or neither at the end of the role. */
  static final class Node {
    final Action action;
    final long held;
    final RuntimeException failure;
    private final int[] history;
    private final int[] children;

    private Node(Action action, long held, RuntimeException failure, int[] history) {
      this.action = action;
      this.held = held;
      this.failure = failure;
      this.history = history;
      this.children = action == null ? new int[0] : new int[action.edges()];
      Arrays.fill(children, -1);
    }

    boolean isEnd() {
      return action == null && failure == null;
    }
  }

  private static final int STRAIGHT_RUNS = 100;
  private static final int LONGEST_STRAIGHT_RUN = 300;

  private record Key(int[] history) {
    @Override
    public boolean equals(Object o) {
      return o instanceof Key k && Arrays.equals(history, k.history);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(history);
    }
  }

  private final Oracle oracle;
  private final IntUnaryOperator body;
  private final List<Node> nodes = new ArrayList<>();
  private final Map<Key, Integer> byHistory = new HashMap<>();
  private int end = -1;
  private int[] extended = new int[64];

  RoleAutomaton(Oracle oracle, IntUnaryOperator body) {
    this.oracle = oracle;
    this.body = body;
    int root = add(oracle.ask(body, new int[0], 0));
    if (root != 0) {
      throw new IllegalStateException("the root is not the first node");
    }
  }

  int size() {
    return nodes.size();
  }

  Node node(int n) {
    return nodes.get(n);
  }

  /** Where the thread is after it learned what is on that edge. */
  int child(int n, int edge) {
    Node node = nodes.get(n);
    if (node.children[edge] < 0) {
      int length = node.history.length;
      if (extended.length < length + 2) {
        extended = new int[2 * length + 2];
      }
      System.arraycopy(node.history, 0, extended, 0, length);
      extended[length] = node.action.id();
      extended[length + 1] = node.action.edgeValue(edge);
      node.children[edge] = add(oracle.ask(body, extended, length + 2));
    }
    return node.children[edge];
  }

  /**
   * Explores every edge, of values that cannot occur as well; then looks whether the port, left to
   * itself, does the same.
   *
   * @return false if there are more nodes than that
   * @throws NonDeterminism if the port does not do what its automaton says
   */
  boolean close(int mostNodes) {
    for (int n = 0; n < nodes.size(); n++) {
      Action action = nodes.get(n).action;
      for (int edge = 0; action != null && edge < action.edges(); edge++) {
        child(n, edge);
      }
      if (nodes.size() > mostNodes) {
        return false;
      }
    }
    compareWithStraightRuns(STRAIGHT_RUNS, LONGEST_STRAIGHT_RUN);
    return true;
  }

  /**
   * Runs the role straight through, on values picked at random, and compares each access with what
   * the automaton says.
   *
   * <p>A history forgets what a finished helper or turn has read, but for its result. If the port
   * kept more of it, in an array or a field, then two threads that the automaton takes for one do
   * different things, and it knows of one of them only. Such a port is not deterministic as far as
   * an automaton can tell. The numbers are the same each time.
   *
   * @throws NonDeterminism if a run differs
   */
  private void compareWithStraightRuns(int runs, int longest) {
    SplittableRandom random = new SplittableRandom(runs);
    for (int run = 0; run < runs; run++) {
      int[] at = {0, 0};
      Oracle.Answer end =
          oracle.walk(
              body,
              action -> {
                Node node = nodes.get(at[0]);
                if (node.action != action) {
                  throw new NonDeterminism(said(node), action.toString());
                }
                if (action.edges() == 0 || at[1]++ == longest) {
                  return null;
                }
                int edge = random.nextInt(action.edges());
                at[0] = node.children[edge];
                return action.edgeValue(edge);
              });
      Node node = nodes.get(at[0]);
      if (end instanceof Oracle.End && !node.isEnd()) {
        throw new NonDeterminism(said(node), "the end of the role");
      }
      if (end instanceof Oracle.Failure failure && node.failure == null) {
        throw new NonDeterminism(said(node), "this: " + failure.cause());
      }
    }
  }

  private static String said(Node node) {
    if (node.failure != null) {
      return "this: " + node.failure;
    }
    return node.isEnd() ? "the end of the role" : node.action.toString();
  }

  private int add(Oracle.Answer answer) {
    if (answer instanceof Oracle.Next next) {
      return byHistory.computeIfAbsent(
          new Key(next.history()),
          key -> append(new Node(next.action(), next.held(), null, key.history())));
    }
    if (answer instanceof Oracle.Failure failure) {
      return append(new Node(null, 0, failure.cause(), new int[0]));
    }
    if (end < 0) {
      end = append(new Node(null, 0, null, new int[0]));
    }
    return end;
  }

  /** A node at which the port has failed. */
  int addFailure(RuntimeException cause) {
    return append(new Node(null, 0, cause, new int[0]));
  }

  private int append(Node node) {
    nodes.add(node);
    return nodes.size() - 1;
  }
}
