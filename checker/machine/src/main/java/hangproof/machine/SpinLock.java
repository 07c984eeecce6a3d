// SPDX-License-Identifier: MIT
package hangproof.machine;

/** The kernel's {@code spinlock_t}: 0 free, 1 held. */
public final class SpinLock extends Cell {
  SpinLock(Machine machine, String name) {
    super(machine, name, 0, 0, 1);
  }
}
