// SPDX-License-Identifier: MIT
package hangproof.engine.automaton;

import hangproof.machine.Cell;
import hangproof.machine.ListHead;
import hangproof.machine.PortException;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/** The values that a cell may hold, numbered from 0: a state stores the number. */
public final class Domain {
  /** Above this a value's number would not fit a packed transition. */
  private static final int MOST_VALUES = 1 << 15;

  private final int[] values;
  private final Int2IntOpenHashMap numbers;

  private Domain(int[] values) {
    this.values = values;
    this.numbers = new Int2IntOpenHashMap(values.length);
    numbers.defaultReturnValue(-1);
    for (int i = 0; i < values.length; i++) {
      numbers.put(values[i], i);
    }
  }

  /**
   * The domain of a cell: its declared range, or every sequence of different ids for a list.
   *
   * @throws PortException if the range is too wide to be searched
   */
  public static Domain of(Cell cell) {
    IntArrayList values = new IntArrayList();
    if (cell instanceof ListHead list) {
      addSequences(list, 0, 0, 0, values);
    } else {
      long count = (long) cell.highest() - cell.lowest() + 1;
      if (count > MOST_VALUES) {
        throw tooWide(cell, count);
      }
      for (int v = cell.lowest(); v <= cell.highest(); v++) {
        values.add(v);
      }
    }
    if (values.size() > MOST_VALUES) {
      throw tooWide(cell, values.size());
    }
    return new Domain(values.toIntArray());
  }

  private static PortException tooWide(Cell cell, long count) {
    return new PortException(
        cell + " declares " + count + " values; a search takes at most " + MOST_VALUES);
  }

  private static void addSequences(ListHead list, int prefix, int used, int n, IntArrayList to) {
    to.add(prefix);
    for (int id = 1; id <= list.ids(); id++) {
      if ((used & (1 << id)) == 0) {
        addSequences(list, prefix | (id << (n * list.bits())), used | (1 << id), n + 1, to);
      }
    }
  }

  public int size() {
    return values.length;
  }

  public int value(int number) {
    return values[number];
  }

  /** The number of a value, -1 if it is outside the domain. */
  public int number(int value) {
    return numbers.get(value);
  }
}
