// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block.versions;

import hangproof.machine.Ids;
import hangproof.machine.KernelSource;
import hangproof.machine.Machine;
import hangproof.model.block.BlkMq;
import hangproof.model.block.RequestQueue;

/** v5.19, as to plugs: their requests are issued one by one before any is handed to a queue. */
public class V519 extends BlkMq {
  public V519(Machine machine) {
    super(machine);
  }

  /** Returns what is left of the list. Left out: errors and commit_rqs. */
  @KernelSource(version = "v5.19", file = "block/blk-mq.c", line = 2547)
  private int blk_mq_plug_issue_direct(RequestQueue q, int list) {
    int left = list;
    while (left != 0) {
      int rq = Ids.first(left, q.list_bits());
      left = Ids.rest(left, q.list_bits());
      if (blk_mq_request_issue_directly(q, rq, left == 0) != BLK_STS_OK) {
        blk_mq_request_bypass_insert(q, rq, false, run_after_refusal(left == 0));
        break;
      }
    }
    return left;
  }

  /** Whether a request of a plug that was refused is followed by a run of the queue. */
  protected boolean run_after_refusal(boolean last) {
    return last;
  }

  /**
   * Left out: plugs that are flushed because their owner goes to sleep, that are shared by several
   * queues, or that hold requests of several software queues (blk_mq_dispatch_plug_list hands them
   * over queue by queue); drivers with queue_rqs.
   */
  @Override
  @KernelSource(version = "v5.19", file = "block/blk-mq.c", line = 2624)
  public void blk_mq_flush_plug_list(RequestQueue q, int list, boolean from_schedule) {
    int left = from_schedule ? list : call(() -> blk_mq_plug_issue_direct(q, list));
    if (left != 0) {
      super.blk_mq_flush_plug_list(q, left, from_schedule);
    }
  }
}
