// SPDX-License-Identifier: MIT
package hangproof.machine;

/** An ordinary variable of the kernel: an int, a flag, a pointer as an id. */
public final class Word extends Cell {
  Word(Machine machine, String name, int initial, int lowest, int highest) {
    super(machine, name, initial, lowest, highest);
  }

  /** Declares that only holders of the lock touch this word. */
  public Word guardedBy(SpinLock lock) {
    guardBy(lock, false);
    return this;
  }

  /** Declares that only holders of the lock write this word; anyone may read it. */
  public Word writtenUnder(SpinLock lock) {
    guardBy(lock, true);
    return this;
  }
}
