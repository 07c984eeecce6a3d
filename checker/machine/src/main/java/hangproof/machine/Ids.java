// SPDX-License-Identifier: MIT
package hangproof.machine;

/**
 * A list of small ids packed into an int, the first in the lowest bits. Ids start at 1, so that 0
 * is both "no id" and the empty list.
 */
public final class Ids {
  private Ids() {}

  /** Bits that an id out of 1..n takes. */
  public static int bitsFor(int n) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(n);
  }

  public static int first(int list, int bits) {
    return list & mask(bits);
  }

  /** The list without its first id. */
  public static int rest(int list, int bits) {
    return list >>> bits;
  }

  public static int size(int list, int bits) {
    int n = 0;
    for (int l = list; l != 0; l >>>= bits) {
      n++;
    }
    return n;
  }

  public static boolean contains(int list, int id, int bits) {
    for (int l = list; l != 0; l >>>= bits) {
      if (first(l, bits) == id) {
        return true;
      }
    }
    return false;
  }

  /**
   * The list with the id at its end.
   *
   * @throws PortException if the id is on the list already (the kernel's list would be corrupt)
   */
  public static int addTail(int list, int id, int bits) {
    checkAbsent(list, id, bits);
    return list | (id << (size(list, bits) * bits));
  }

  /** The list with the id at its head. */
  public static int addHead(int list, int id, int bits) {
    checkAbsent(list, id, bits);
    return (list << bits) | id;
  }

  /** The list without the id. */
  public static int remove(int list, int id, int bits) {
    int shift = 0;
    for (int l = list; l != 0; l >>>= bits) {
      if (first(l, bits) == id) {
        int below = list & ((1 << shift) - 1);
        return below | ((l >>> bits) << shift);
      }
      shift += bits;
    }
    throw new PortException("list_del of id " + id + ", which is not on the list");
  }

  /** The two lists as one. */
  public static int append(int list, int tail, int bits) {
    int result = list;
    for (int l = tail; l != 0; l >>>= bits) {
      result = addTail(result, first(l, bits), bits);
    }
    return result;
  }

  private static void checkAbsent(int list, int id, int bits) {
    if (id <= 0 || id > mask(bits)) {
      throw new PortException("list_add of " + id + ", which is no id");
    }
    if (contains(list, id, bits)) {
      throw new PortException("list_add of id " + id + ", which is on the list already");
    }
  }

  private static int mask(int bits) {
    return (1 << bits) - 1;
  }
}
