// SPDX-License-Identifier: MIT
package hangproof.machine;

/** An {@code unsigned long} used with bit operations. */
public final class Bits extends Cell {
  private final int count;

  Bits(Machine machine, String name, int initial, int count) {
    super(machine, name, initial, 0, (1 << count) - 1);
    this.count = count;
  }

  /** How many bits it has. */
  public int count() {
    return count;
  }

  @Override
  public String show(int v) {
    return count == 1 ? Integer.toString(v) : "0b" + Integer.toBinaryString(v);
  }
}
