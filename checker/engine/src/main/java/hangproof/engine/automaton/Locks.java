// SPDX-License-Identifier: MIT
package hangproof.engine.automaton;

import hangproof.machine.Cell;
import hangproof.machine.PortException;
import hangproof.machine.SpinLock;

/** Sets of locks as bits of a long. */
final class Locks {
  private Locks() {}

  static long bit(SpinLock lock) {
    int n = 0;
    for (Cell cell : lock.machine().cells()) {
      if (cell == lock) {
        break;
      }
      if (cell instanceof SpinLock) {
        n++;
      }
    }
    if (n >= Long.SIZE) {
      throw new PortException("more than 64 locks");
    }
    return 1L << n;
  }

  static boolean holds(long held, SpinLock lock) {
    return (held & bit(lock)) != 0;
  }
}
