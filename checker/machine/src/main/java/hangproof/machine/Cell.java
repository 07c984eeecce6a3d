// SPDX-License-Identifier: MIT
package hangproof.machine;

import java.util.Objects;

/**
 * One word of shared memory: the only mutable thing a port may own.
 *
 * <p>A cell declares the range of its values. Leaving it is an error, never a wrap. It may also
 * declare the lock that guards it; touching it without that lock is then a data race.
 */
public abstract class Cell {
  /** Memory of the hardware machine; no other machine looks at it. */
  int value;

  private final Machine machine;
  private final int index;
  private final String name;
  private final int initial;
  private final int lowest;
  private final int highest;
  private SpinLock guard;
  private boolean readableAnywhere;
  private boolean ghost;

  Cell(Machine machine, String name, int initial, int lowest, int highest) {
    if (initial < lowest || initial > highest) {
      throw new PortException(
          name + " starts at " + initial + ", outside its range " + lowest + ".." + highest);
    }
    this.machine = machine;
    this.name = Objects.requireNonNull(name);
    this.initial = initial;
    this.lowest = lowest;
    this.highest = highest;
    this.value = initial;
    this.index = machine.register(this);
  }

  public final Machine machine() {
    return machine;
  }

  /** The position of this cell in {@link Machine#cells()}. */
  public final int index() {
    return index;
  }

  public final String name() {
    return name;
  }

  public final int initial() {
    return initial;
  }

  public final int lowest() {
    return lowest;
  }

  public final int highest() {
    return highest;
  }

  /** The lock that must be held to touch this cell, or null. */
  public final SpinLock guard() {
    return guard;
  }

  /** Whether a guarded cell may be read without its lock. */
  public final boolean readableAnywhere() {
    return readableAnywhere;
  }

  /** Whether the cell is a statistic of the harness, which no code under test ever reads. */
  public final boolean ghost() {
    return ghost;
  }

  /** Whether the value is one that the cell may hold. */
  public boolean admits(int v) {
    return v >= lowest && v <= highest;
  }

  /** How a report prints the value. */
  public String show(int v) {
    return Integer.toString(v);
  }

  final void guardBy(SpinLock lock, boolean readable) {
    machine.requireBuilding();
    this.guard = Objects.requireNonNull(lock);
    this.readableAnywhere = readable;
  }

  final void makeGhost() {
    machine.requireBuilding();
    this.ghost = true;
  }

  @Override
  public final String toString() {
    return name;
  }
}
