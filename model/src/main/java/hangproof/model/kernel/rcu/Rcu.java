// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.kernel.rcu;

import hangproof.machine.Atomic;
import hangproof.machine.Machine;
import hangproof.machine.Op;
import hangproof.machine.Order;
import hangproof.machine.Port;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What RCU promises, not how it is done: a callback runs when every reader that was inside when it
 * was queued has left.
 *
 * <p>A reader's borders are LOCKed here, which is more order than they have: nothing that is looked
 * for may depend on a store that stays in the buffer across one of them.
 */
public final class Rcu extends Port {
  private final List<Atomic> readers;
  private final Atomic callback;

  /** Readers are numbered from 0; at most one callback is queued. */
  public Rcu(Machine machine, int readers) {
    super(machine);
    this.readers =
        IntStream.range(0, readers)
            .mapToObj(i -> machine.atomic("rcu.reader" + (i + 1), 0, 0, 1))
            .toList();
    this.callback = machine.atomic("rcu.callback", 0, 0, 1);
  }

  public void rcu_read_lock(int reader) {
    atomic_inc(readers.get(reader));
  }

  public void rcu_read_unlock(int reader) {
    atomic_dec(readers.get(reader));
  }

  public void call_rcu() {
    atomic_inc_return(callback);
  }

  /** Waits until every reader that was inside has left. */
  public void synchronize_rcu() {
    smp_mb();
    for (Atomic reader : readers) {
      machine.access(reader, Op.AWAIT_EQ, 0, 0, Order.ACQUIRE);
    }
    smp_mb();
  }

  /** The softirq's side: waits for a callback, and for the end of its grace period. */
  public void await_grace_period() {
    machine.access(callback, Op.AWAIT_CLAIM, 1, 0, Order.FULL);
    for (Atomic reader : readers) {
      machine.access(reader, Op.AWAIT_EQ, 0, 0, Order.ACQUIRE);
    }
    smp_mb();
  }
}
