// SPDX-License-Identifier: MIT
package hangproof.machine;

/**
 * The kernel's {@code struct list_head} of objects out of a pool, as ids 1..n.
 *
 * <p>Everything on it is guarded by its lock, except that anyone may ask whether it is empty, which
 * reads one pointer, {@code head->next}: unless the code that is ported never does.
 */
public final class ListHead extends Cell {
  private final int ids;
  private final int bits;

  ListHead(Machine machine, String name, int ids) {
    super(machine, name, 0, 0, Integer.MAX_VALUE);
    this.ids = ids;
    this.bits = Ids.bitsFor(ids);
    if (ids * bits > Integer.SIZE - 1) {
      throw new PortException(name + ": a list holds at most 7 ids on this machine, not " + ids);
    }
  }

  /** The highest id. */
  public int ids() {
    return ids;
  }

  /** Bits per id in the packed value. */
  public int bits() {
    return bits;
  }

  /** Declares that only holders of the lock touch the list: nobody asks without it either. */
  public ListHead guardedBy(SpinLock lock) {
    guardBy(lock, false);
    return this;
  }

  /** Declares the lock that guards what is on the list; anyone may ask whether it is empty. */
  public ListHead writtenUnder(SpinLock lock) {
    guardBy(lock, true);
    return this;
  }

  @Override
  public boolean admits(int v) {
    int seen = 0;
    for (int l = v; l != 0; l = Ids.rest(l, bits)) {
      int id = Ids.first(l, bits);
      if (id == 0 || id > ids || (seen & (1 << id)) != 0) {
        return false;
      }
      seen |= 1 << id;
    }
    return true;
  }

  @Override
  public String show(int v) {
    StringBuilder text = new StringBuilder("[");
    for (int l = v; l != 0; l = Ids.rest(l, bits)) {
      text.append(Ids.first(l, bits)).append(Ids.rest(l, bits) == 0 ? "" : " ");
    }
    return text.append(']').toString();
  }
}
