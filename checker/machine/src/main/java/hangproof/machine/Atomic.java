// SPDX-License-Identifier: MIT
package hangproof.machine;

/** The kernel's {@code atomic_t}. */
public final class Atomic extends Cell {
  Atomic(Machine machine, String name, int initial, int lowest, int highest) {
    super(machine, name, initial, lowest, highest);
  }
}
