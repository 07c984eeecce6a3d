// SPDX-License-Identifier: MIT
package hangproof.machine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;

/**
 * The seam between a port and what runs it.
 *
 * <p>A port declares its shared state with the factory methods, once, in its constructor, and then
 * touches it only through {@link Port}'s primitives, each of which is one call of {@link #access}
 * or {@link #fence}. The machine decides what that means: an access of the processor, a step of an
 * explored state space, an event of an execution graph.
 */
public abstract class Machine {
  private final List<Cell> cells = new ArrayList<>();
  private boolean built;

  // ---- declaring shared state

  public final Atomic atomic(String name, int initial, int lowest, int highest) {
    return new Atomic(this, name, initial, lowest, highest);
  }

  public final Word word(String name, int initial, int lowest, int highest) {
    return new Word(this, name, initial, lowest, highest);
  }

  public final Bits bits(String name, int initial, int count) {
    return new Bits(this, name, initial, count);
  }

  public final SpinLock lock(String name) {
    return new SpinLock(this, name);
  }

  /** A list of ids out of 1..ids. */
  public final ListHead list(String name, int ids) {
    return new ListHead(this, name, ids);
  }

  public final Work work(String name) {
    return new Work(this, name);
  }

  /** A counter of the harness that the code under test never reads. */
  public final Atomic ghost(String name, int highest) {
    Atomic ghost = new Atomic(this, name, 0, 0, highest);
    ghost.makeGhost();
    return ghost;
  }

  /** The cells declared so far, by index. */
  public final List<Cell> cells() {
    return Collections.unmodifiableList(cells);
  }

  /** Ends the declarations; a cell declared later is an error. */
  public final void seal() {
    built = true;
  }

  final int register(Cell cell) {
    requireBuilding();
    cells.add(cell);
    return cells.size() - 1;
  }

  final void requireBuilding() {
    if (built) {
      throw new PortException("shared state must be declared before the first role runs");
    }
  }

  // ---- what a port does to it

  /**
   * One access to one cell.
   *
   * @param cell a cell of this machine
   * @param op what to do to it; a and b are its operands
   * @param order how the access is ordered against others of this thread
   * @return {@link Op#result}; if the kind has no result, an unspecified value
   */
  public abstract int access(Cell cell, Op op, int a, int b, Order order);

  /** One barrier. */
  public abstract void fence(Fence fence);

  /**
   * Runs the body with init, then with what it returned, until it returns a negative value.
   *
   * <p>The only form allowed for a loop around primitives whose number of turns is not fixed: a
   * thread forgets at each turn all but the carried value, which keeps its histories finite. The
   * body may therefore use nothing that a variable of an earlier turn held; Java's rule for lambda
   * captures sees to that.
   *
   * @param init the first carried value, not negative
   * @param body takes the carried value; returns the next one, or {@code ~result} to end
   * @return the result
   */
  public abstract int loop(int init, IntUnaryOperator body);

  /** Runs a helper and forgets all that it read but its result. */
  public abstract int call(IntSupplier helper);

  /** A value in 0..n-1, any: the harness's own nondeterminism. */
  public abstract int choose(int n);
}
