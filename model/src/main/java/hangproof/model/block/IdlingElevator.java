// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block;

import hangproof.machine.Ids;
import hangproof.machine.ListHead;
import hangproof.machine.Machine;
import hangproof.machine.Port;
import hangproof.machine.SpinLock;
import hangproof.machine.Word;

/**
 * Stands for a scheduler like BFQ, whose {@code has_work} sees that there are requests, and whose
 * {@code dispatch_request} may hold them back all the same: at first it waits for request 1, that
 * of the process whose turn it is. No port: one list under one lock, and the flag.
 */
public final class IdlingElevator extends Port implements Elevator {
  private final SpinLock lock;
  private final ListHead list;
  private final Word idling;

  IdlingElevator(Machine machine, Geometry geometry) {
    super(machine);
    this.lock = machine.lock("elevator.lock");
    this.list = machine.list("elevator.list", geometry.ids()).writtenUnder(lock);
    this.idling = machine.word("elevator.idling", 1, 0, 1).guardedBy(lock);
  }

  @Override
  public boolean has_work(BlkMqHwCtx hctx) {
    return !list_empty(list);
  }

  @Override
  public int dispatch_request(BlkMqHwCtx hctx) {
    spin_lock(lock);
    int rq = 0;
    if (read(idling) == 0) {
      rq = list_first_entry_or_null(list);
      if (rq != 0) {
        list_del_init(rq, list);
      }
    }
    spin_unlock(lock);
    return rq;
  }

  @Override
  public void insert_requests(BlkMqHwCtx hctx, int requests, boolean at_head) {
    spin_lock(lock);
    for (int l = requests; l != 0; l = Ids.rest(l, list.bits())) {
      int rq = Ids.first(l, list.bits());
      if (at_head) {
        list_add(rq, list);
      } else {
        list_add_tail(rq, list);
      }
      if (rq == 1) {
        write(idling, 0);
      }
    }
    spin_unlock(lock);
  }
}
