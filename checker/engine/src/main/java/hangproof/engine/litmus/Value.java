// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

import java.util.List;

/**
 * How the values of litmus tests fit into a long: integers as they are, addresses of locations in a
 * range of their own, and two kinds of unknown value.
 */
final class Value {
  /** The result of an operation that has none; an execution that needs it does not exist. */
  static final long NONE = Long.MIN_VALUE + 1;

  private static final long ADDRESSES = 0x5a00_0000_0000_0000L;
  private static final long ADDRESS_STEP = 1L << 20;
  private static final long UNKNOWNS = Long.MIN_VALUE + 2;
  private static final int MAX_UNKNOWNS = 64;

  private Value() {}

  /** The address of a location. */
  static long address(int location) {
    return ADDRESSES + location * ADDRESS_STEP;
  }

  /** The location at an address, or -1 if the value is not the address of one. */
  static int location(long value, int locations) {
    long offset = value - ADDRESSES;
    if (offset < 0 || offset >= locations * ADDRESS_STEP || offset % ADDRESS_STEP != 0) {
      return -1;
    }
    return (int) (offset / ADDRESS_STEP);
  }

  /**
   * The value that a cycle of copies out of thin air carries: equal to itself alone, and no
   * operator takes it. herd7 keeps a symbol for it, too.
   */
  static long unknown(int cycle) {
    return UNKNOWNS + cycle % MAX_UNKNOWNS;
  }

  static boolean isUnknown(long value) {
    return value >= NONE && value < UNKNOWNS + MAX_UNKNOWNS;
  }

  /** How herd would print it: a number, the name of a location, or a symbol. */
  static String show(long value, List<String> locations) {
    if (isUnknown(value)) {
      return "S" + (value - UNKNOWNS);
    }
    int location = location(value, locations.size());
    return location >= 0 ? locations.get(location) : Long.toString(value);
  }
}
