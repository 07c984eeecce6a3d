// SPDX-License-Identifier: MIT
package hangproof.engine.automaton;

import java.util.Arrays;

/** The stores that an x86 thread has done but others cannot see yet, the oldest first. */
final class StoreBuffer {
  static final StoreBuffer EMPTY = new StoreBuffer(new int[0]);

  /** Pairs (index of the cell, value). */
  private final int[] stores;

  private StoreBuffer(int[] stores) {
    this.stores = stores;
  }

  boolean isEmpty() {
    return stores.length == 0;
  }

  int size() {
    return stores.length / 2;
  }

  boolean holds(int cell) {
    for (int i = 0; i < stores.length; i += 2) {
      if (stores[i] == cell) {
        return true;
      }
    }
    return false;
  }

  /** The newest value stored to a cell that the buffer holds. */
  int newest(int cell) {
    for (int i = stores.length - 2; i >= 0; i -= 2) {
      if (stores[i] == cell) {
        return stores[i + 1];
      }
    }
    throw new IllegalArgumentException("no store to cell " + cell);
  }

  int oldestCell() {
    return stores[0];
  }

  int oldestValue() {
    return stores[1];
  }

  StoreBuffer push(int cell, int value) {
    int[] more = Arrays.copyOf(stores, stores.length + 2);
    more[stores.length] = cell;
    more[stores.length + 1] = value;
    return new StoreBuffer(more);
  }

  StoreBuffer withoutOldest() {
    return stores.length == 2
        ? EMPTY
        : new StoreBuffer(Arrays.copyOfRange(stores, 2, stores.length));
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof StoreBuffer b && Arrays.equals(stores, b.stores);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(stores);
  }
}
