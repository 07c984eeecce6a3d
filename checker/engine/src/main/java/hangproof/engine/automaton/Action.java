// SPDX-License-Identifier: MIT
package hangproof.engine.automaton;

import hangproof.machine.Cell;
import hangproof.machine.Fence;
import hangproof.machine.Op;
import hangproof.machine.Order;
import it.unimi.dsi.fastutil.ints.IntAVLTreeSet;

/**
 * What a thread does next: one access with its operands, a barrier, or a choice of the harness,
 * tabulated over the domain of its cell.
 */
public final class Action {
  /** In {@link #table}: the operation cannot happen on this value. */
  static final int DISABLED = 0;

  /** In {@link #table}: the operation would leave the declared range. */
  static final int OUT_OF_RANGE = Integer.MIN_VALUE;

  private static final int[] ONE_EDGE = {0};

  private final int id;
  private final Key key;
  private final int[] table;
  private final int[] edgeValues;

  /**
   * What makes two accesses the same action.
   *
   * @param forwarded whether it loads a value out of the thread's own store buffer
   * @param seen that value
   */
  record Key(
      Cell cell,
      Op op,
      int a,
      int b,
      Order order,
      Fence fence,
      int choices,
      boolean forwarded,
      int seen) {
    Key(Cell cell, Op op, int a, int b, Order order) {
      this(cell, op, a, b, order, null, 0, false, 0);
    }

    Key(Fence fence) {
      this(null, null, 0, 0, null, fence, 0, false, 0);
    }

    Key(int choices) {
      this(null, null, 0, 0, null, null, choices, false, 0);
    }

    Key forwarding(int value) {
      return new Key(cell, op, a, b, order, fence, choices, true, value);
    }
  }

  private Action(int id, Key key, int[] table, int[] edgeValues) {
    this.id = id;
    this.key = key;
    this.table = table;
    this.edgeValues = edgeValues;
  }

  static Action of(int id, Key key, Domain domain, boolean forgetVoid) {
    if (key.forwarded()) {
      return new Action(id, key, null, ONE_EDGE);
    }
    if (key.cell() == null) {
      int edges = Math.max(1, key.choices());
      int[] values = new int[edges];
      for (int i = 0; i < edges; i++) {
        values[i] = i;
      }
      return new Action(id, key, null, values);
    }
    Op op = key.op();
    boolean branches = op.kind().hasResult() || (op.kind().reads() && !forgetVoid);
    int[] edgeValues = branches ? results(key, domain) : ONE_EDGE;
    int[] table = new int[domain.size()];
    for (int i = 0; i < table.length; i++) {
      table[i] = transition(key, domain, domain.value(i), branches ? edgeValues : null);
    }
    return new Action(id, key, table, edgeValues);
  }

  private static int[] results(Key key, Domain domain) {
    IntAVLTreeSet seen = new IntAVLTreeSet();
    for (int i = 0; i < domain.size(); i++) {
      int v = domain.value(i);
      if (key.op().enabled(v, key.a(), key.b())) {
        seen.add(key.op().result(v, key.a(), key.b()));
      }
    }
    return seen.toIntArray();
  }

  private static int transition(Key key, Domain domain, int old, int[] edgeValues) {
    Op op = key.op();
    if (!op.enabled(old, key.a(), key.b())) {
      return DISABLED;
    }
    int number;
    try {
      number = domain.number(op.next(old, key.a(), key.b()));
    } catch (hangproof.machine.PortException e) {
      return OUT_OF_RANGE;
    }
    if (number < 0) {
      return OUT_OF_RANGE;
    }
    int edge = 0;
    if (edgeValues != null) {
      edge = java.util.Arrays.binarySearch(edgeValues, op.result(old, key.a(), key.b()));
    }
    return (number << 16) | (edge + 1);
  }

  public int id() {
    return id;
  }

  /** The cell, null for a barrier or a choice. */
  public Cell cell() {
    return key.cell();
  }

  public Op op() {
    return key.op();
  }

  public int a() {
    return key.a();
  }

  public int b() {
    return key.b();
  }

  public Order order() {
    return key.order();
  }

  /** The barrier, null for an access or a choice. */
  public Fence fence() {
    return key.fence();
  }

  /** Whether it loads a value out of the thread's own store buffer, and touches no memory. */
  public boolean isForwarded() {
    return key.forwarded();
  }

  /** The value that it loads if {@link #isForwarded}. */
  public int seen() {
    return key.seen();
  }

  Key key() {
    return key;
  }

  public boolean isChoice() {
    return key.choices() > 0;
  }

  /** How many different things the thread may learn from it, at least 1. */
  public int edges() {
    return edgeValues.length;
  }

  /** What the thread learns on that edge. */
  public int edgeValue(int edge) {
    return edgeValues[edge];
  }

  int edgeOf(int result) {
    return edgeValues == ONE_EDGE ? 0 : java.util.Arrays.binarySearch(edgeValues, result);
  }

  /**
   * By the number of the old value: 0 if disabled, negative if the result is out of range, else the
   * number of the new value in the upper and the edge plus one in the lower 16 bits.
   */
  public int[] table() {
    return table;
  }

  /** Whether the access can have an effect on others. */
  public boolean writes() {
    return key.cell() != null && key.op().kind().writes();
  }

  @Override
  public String toString() {
    if (isChoice()) {
      return "choose(" + key.choices() + ")";
    }
    if (key.cell() == null) {
      return key.fence().toString();
    }
    return key.op() + "(" + key.cell() + ", " + key.a() + ", " + key.b() + ") " + key.order();
  }
}
