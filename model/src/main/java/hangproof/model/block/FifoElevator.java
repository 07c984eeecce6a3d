// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block;

import hangproof.machine.Ids;
import hangproof.machine.ListHead;
import hangproof.machine.Machine;
import hangproof.machine.Port;
import hangproof.machine.SpinLock;

/**
 * Stands for mq-deadline: one list for all hardware queues under one lock, a look at it without
 * that lock, and first come, first served. No port: there is neither sorting nor expiry.
 */
public class FifoElevator extends Port implements Elevator {
  private final SpinLock lock;
  private final ListHead list;

  FifoElevator(Machine machine, Geometry geometry) {
    super(machine);
    this.lock = machine.lock("elevator.lock");
    this.list =
        machine.list("elevator.list", geometry.ordinary() ? geometry.ids() : 0).writtenUnder(lock);
  }

  @Override
  public final boolean has_work(BlkMqHwCtx hctx) {
    return !list_empty(list);
  }

  @Override
  public final int dispatch_request(BlkMqHwCtx hctx) {
    spin_lock(lock);
    int rq = waits() ? 0 : list_first_entry_or_null(list);
    if (rq != 0) {
      rq = hand_out(rq);
    }
    if (rq != 0) {
      list_del_init(rq, list);
    }
    spin_unlock(lock);
    return rq;
  }

  /** Whether nothing is handed out now, whatever there is. */
  protected boolean waits() {
    return false;
  }

  /** A request has been added to the list. */
  protected void inserted(int rq) {}

  /** The request, or 0 if it must wait. */
  protected int hand_out(int rq) {
    return rq;
  }

  /** Whoever calls this holds the lock for the two that follow. */
  protected final void lock() {
    spin_lock(lock);
  }

  protected final void unlock() {
    spin_unlock(lock);
  }

  protected final SpinLock guard() {
    return lock;
  }

  @Override
  public final void insert_requests(BlkMqHwCtx hctx, int requests, boolean at_head) {
    spin_lock(lock);
    for (int l = requests; l != 0; l = Ids.rest(l, list.bits())) {
      int rq = Ids.first(l, list.bits());
      if (at_head) {
        list_add(rq, list);
      } else {
        list_add_tail(rq, list);
      }
      inserted(rq);
    }
    spin_unlock(lock);
  }

  @Override
  public boolean finish_request(BlkMqHwCtx hctx, int rq) {
    return false;
  }
}
