// SPDX-License-Identifier: MIT
package hangproof.engine.automaton;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Merges the nodes of a closed automaton from which a thread behaves alike: the coarsest
 * bisimulation, by partition refinement (Moore). Dead history vanishes by itself.
 *
 * <p>The result is numbered breadth first from the start, so that it is the same wherever and in
 * whatever order the automaton was built.
 */
final class Minimiser {
  private record Row(int[] cells) {
    @Override
    public boolean equals(Object o) {
      return o instanceof Row r && Arrays.equals(cells, r.cells);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(cells);
    }
  }

  private final ThreadAutomaton from;
  private int[] block;

  private Minimiser(ThreadAutomaton from) {
    this.from = from;
  }

  static ThreadAutomaton minimise(ThreadAutomaton closed) {
    if (!closed.closed()) {
      throw new IllegalArgumentException("only a closed automaton can be minimised");
    }
    Minimiser m = new Minimiser(closed);
    m.refine();
    return renumber(closed, m.block);
  }

  /** The same automaton, numbered canonically. */
  static ThreadAutomaton canonical(ThreadAutomaton closed) {
    int[] identity = new int[closed.size()];
    Arrays.setAll(identity, i -> i);
    return renumber(closed, identity);
  }

  private void refine() {
    int n = from.size();
    block = new int[n];
    int blocks = group(this::initialRow);
    while (true) {
      int finer = group(this::row);
      if (finer == blocks) {
        return;
      }
      blocks = finer;
    }
  }

  private interface RowOf {
    Row of(int node);
  }

  private int group(RowOf rowOf) {
    Map<Row, Integer> numbers = new HashMap<>();
    int[] next = new int[from.size()];
    for (int node = 0; node < next.length; node++) {
      Row row = rowOf.of(node);
      Integer number = numbers.putIfAbsent(row, numbers.size());
      next[node] = number == null ? numbers.size() - 1 : number;
    }
    block = next;
    return numbers.size();
  }

  private Row initialRow(int node) {
    RuntimeException failure = from.failure(node);
    int said = failure == null ? 0 : said(failure).hashCode();
    return new Row(new int[] {from.action(node), from.flags(node), from.flushAction(node), said});
  }

  /**
   * Failures differ by what they say: a report must not show one for another. But what the virtual
   * machine itself throws loses its message once the code that throws it is hot and compiled
   * (OmitStackTraceInFastThrow): it would make the number of nodes a matter of time.
   */
  private static String said(RuntimeException failure) {
    boolean machines =
        failure instanceof IndexOutOfBoundsException
            || failure instanceof NullPointerException
            || failure instanceof ArithmeticException
            || failure instanceof ClassCastException
            || failure instanceof ArrayStoreException;
    return machines ? failure.getClass().getName() : failure.toString();
  }

  private Row row(int node) {
    int edges = from.edges(node);
    int[] cells = new int[edges + 2];
    cells[0] = block[node];
    cells[1] = from.flushAction(node) == ThreadAutomaton.NONE ? -1 : block[from.flushed(node)];
    for (int edge = 0; edge < edges; edge++) {
      cells[edge + 2] = block[from.child(node, edge)];
    }
    return new Row(cells);
  }

  private static ThreadAutomaton renumber(ThreadAutomaton from, int[] block) {
    int[] number = new int[from.size()];
    int[] representative = new int[from.size()];
    Arrays.fill(number, -1);
    int known = 1;
    number[block[0]] = 0;
    representative[0] = 0;
    for (int i = 0; i < known; i++) {
      int node = representative[i];
      for (int edge = 0; edge <= from.edges(node); edge++) {
        int child = successor(from, node, edge);
        if (child >= 0 && number[block[child]] < 0) {
          representative[known] = child;
          number[block[child]] = known++;
        }
      }
    }
    ThreadAutomaton to =
        new ThreadAutomaton(
            new ThreadAutomaton.Source() {
              @Override
              public int child(int node, int edge) {
                return number[block[from.child(representative[node], edge)]];
              }

              @Override
              public int flushed(int node) {
                return number[block[from.flushed(representative[node])]];
              }
            });
    for (int i = 0; i < known; i++) {
      int node = representative[i];
      to.add(
          from.action(node),
          from.edges(node),
          from.flags(node),
          from.flushAction(node),
          from.failure(node));
    }
    to.close(Integer.MAX_VALUE);
    return to;
  }

  /** The child on an edge; after the last edge, the one after a flush; -1 if there is none. */
  private static int successor(ThreadAutomaton from, int node, int edge) {
    if (edge < from.edges(node)) {
      return from.child(node, edge);
    }
    return from.flushAction(node) == ThreadAutomaton.NONE ? -1 : from.flushed(node);
  }
}
