// SPDX-License-Identifier: MIT
package hangproof.engine.axiom;

/**
 * What a memory event is: a set of bits.
 *
 * <p>ACQUIRE, RELEASE and MB are the effective tags of linux-kernel.bell, after it has dropped
 * those of failed read-modify-writes, of acquire stores and of release loads.
 */
public final class Tag {
  /** Reads memory. */
  public static final int READ = 1;

  /** Writes memory. */
  public static final int WRITE = 1 << 1;

  /** An ordinary C access; every other one is marked. */
  public static final int PLAIN = 1 << 2;

  /** A load with acquire order. */
  public static final int ACQUIRE = 1 << 3;

  /** A store with release order. */
  public static final int RELEASE = 1 << 4;

  /** A half of a successful read-modify-write with full order. */
  public static final int MB = 1 << 5;

  /** The load of an atomic operation that returns nothing. */
  public static final int NORETURN = 1 << 6;

  /** Part of a read-modify-write, or the load that a failed one leaves. */
  public static final int RMW = 1 << 7;

  /** LKR: the load of a spin_lock(). */
  public static final int LOCK_READ = 1 << 8;

  /** LKW: the store of a spin_lock(). */
  public static final int LOCK_WRITE = 1 << 9;

  /** UL: a spin_unlock(). */
  public static final int UNLOCK = 1 << 10;

  /** LF, RL and RU: a failed spin_trylock(), or a spin_is_locked(). */
  public static final int LOCK_LOOK = 1 << 11;

  /** srcu_read_lock(), srcu_down_read(). */
  public static final int SRCU_LOCK = 1 << 12;

  /** srcu_read_unlock(), srcu_up_read(). */
  public static final int SRCU_UNLOCK = 1 << 13;

  private Tag() {}
}
