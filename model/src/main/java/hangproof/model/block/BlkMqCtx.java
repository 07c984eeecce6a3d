// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block;

import hangproof.machine.ListHead;
import hangproof.machine.Machine;
import hangproof.machine.SpinLock;
import hangproof.machine.Word;

/** {@code struct blk_mq_ctx}: a software queue, and the requests that are submitted to it. */
public final class BlkMqCtx {
  public final SpinLock lock;

  /**
   * {@code rq_lists[hctx->type]}: one type of hardware queue, so one list. The kernel looks at it
   * without the lock only where it merges bios, which is not ported.
   */
  public final ListHead rq_lists;

  public final int index_hw;

  /** The first of this queue's own range of request ids. */
  final int first_rq;

  /**
   * The id that the next request gets. Requests are alike until they are inserted, so a request
   * gets its id there, under the lock that the insertion takes anyway, and not at its allocation:
   * otherwise states would be told apart that differ in nothing but names.
   */
  final Word next_rq;

  BlkMqCtx(Machine machine, String name, Geometry geometry, int number) {
    int own = geometry.requestsPerCtx();
    this.index_hw = number / geometry.nr_hw_queues();
    this.first_rq = 1 + number * own;
    this.lock = machine.lock(name + ".lock");
    this.rq_lists =
        machine.list(name + ".rq_lists", geometry.ctxs() ? geometry.ids() : 0).guardedBy(this.lock);
    this.next_rq =
        machine.word(name + ".next_rq", first_rq, first_rq, first_rq + own).guardedBy(this.lock);
  }
}
