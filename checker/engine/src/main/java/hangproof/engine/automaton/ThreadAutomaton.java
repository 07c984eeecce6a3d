// SPDX-License-Identifier: MIT
package hangproof.engine.automaton;

import hangproof.machine.PortException;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;

/**
 * A role under a memory model, as tables: what a search executes.
 *
 * <p>In a node a thread may issue its next action and, under TSO, let the oldest store of its
 * buffer reach memory. Both are accesses to at most one cell. Node 0 is the first.
 */
public final class ThreadAutomaton {
  /** Flags: the access is no scheduling point. */
  public static final int LOCAL = 1;

  /** Takes a lock or counts a semaphore down: a right mover. */
  public static final int TAKE = 1 << 1;

  /** Releases a lock, in memory, or counts a semaphore up: a left mover. */
  public static final int GIVE = 1 << 2;

  /** May have to wait. */
  public static final int BLOCKING = 1 << 3;

  /** The next access is to a guarded cell without its lock. */
  public static final int UNGUARDED = 1 << 4;

  /** The next access is plain and not guarded by a lock. */
  public static final int PLAIN = 1 << 5;

  /** More stores than the buffer is modelled for: the search is not exhaustive. */
  public static final int OVERFLOW = 1 << 6;

  /** The port threw. */
  public static final int FAILED = 1 << 7;

  /** A choice of the harness. */
  public static final int CHOICE = 1 << 8;

  /** Another thread may race with the access: states before it must be seen. */
  public static final int CONTESTED = 1 << 9;

  /** No such action or child. */
  public static final int NONE = -1;

  /** Makes the nodes of an automaton that is not closed. */
  interface Source {
    /** The child on that edge of the node's action. */
    int child(int node, int edge);

    /** The child after the oldest store has reached memory. */
    int flushed(int node);
  }

  /** As many as a state has room for. */
  public static final int MOST_NODES = 1 << 22;

  private final IntArrayList actions = new IntArrayList();
  private final IntArrayList flags = new IntArrayList();
  private final IntArrayList firstChild = new IntArrayList();
  private final IntArrayList children = new IntArrayList();
  private final IntArrayList flushActions = new IntArrayList();
  private final IntArrayList flushChild = new IntArrayList();
  private final List<RuntimeException> failures = new ArrayList<>();
  private Source source;

  ThreadAutomaton(Source source) {
    this.source = source;
  }

  int add(int action, int edges, int flag, int flushAction, RuntimeException failure) {
    if (actions.size() == MOST_NODES) {
      throw new PortException("a role has more than " + MOST_NODES + " local states");
    }
    actions.add(action);
    flags.add(flag);
    firstChild.add(children.size());
    for (int i = 0; i < edges; i++) {
      children.add(NONE);
    }
    flushActions.add(flushAction);
    flushChild.add(NONE);
    failures.add(failure);
    return actions.size() - 1;
  }

  /** How many nodes are known; all of them once it is closed. */
  public int size() {
    return actions.size();
  }

  /**
   * The id of the action to issue, or {@link #NONE}: at its end, or while the buffer must drain.
   */
  public int action(int node) {
    return actions.getInt(node);
  }

  public int flags(int node) {
    return flags.getInt(node);
  }

  public int child(int node, int edge) {
    int at = firstChild.getInt(node) + edge;
    int child = children.getInt(at);
    if (child == NONE) {
      child = source.child(node, edge);
      children.set(at, child);
    }
    return child;
  }

  /** The id of the write that takes the oldest store to memory, or {@link #NONE}. */
  public int flushAction(int node) {
    return flushActions.getInt(node);
  }

  public int flushed(int node) {
    int child = flushChild.getInt(node);
    if (child == NONE) {
      child = source.flushed(node);
      flushChild.set(node, child);
    }
    return child;
  }

  /** What the port threw to get to this node, null if it did not throw. */
  public RuntimeException failure(int node) {
    return failures.get(node);
  }

  /** Whether the thread can do nothing any more, whatever the others do. */
  public boolean isEnd(int node) {
    return action(node) == NONE && flushAction(node) == NONE && failure(node) == null;
  }

  int edges(int node) {
    int end = node + 1 == size() ? children.size() : firstChild.getInt(node + 1);
    return end - firstChild.getInt(node);
  }

  /**
   * Makes every node.
   *
   * @return false if there are more than that
   */
  boolean close(int mostNodes) {
    for (int n = 0; n < size(); n++) {
      for (int edge = 0; edge < edges(n); edge++) {
        child(n, edge);
      }
      if (flushAction(n) != NONE) {
        flushed(n);
      }
      if (size() > mostNodes) {
        return false;
      }
    }
    source = null;
    return true;
  }

  /** Whether all nodes are made. */
  public boolean closed() {
    return source == null;
  }

  /** The tables as plain arrays, which may be longer than they are full. */
  public Tables tables() {
    return new Tables(
        size(),
        actions.elements(),
        flags.elements(),
        firstChild.elements(),
        children.elements(),
        flushActions.elements(),
        flushChild.elements());
  }

  /** A closed automaton, or what is known of one that is not: then a child may be NONE. */
  public record Tables(
      int size,
      int[] actions,
      int[] flags,
      int[] firstChild,
      int[] children,
      int[] flushActions,
      int[] flushChild) {}
}
