// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.scsi.restarts;

import hangproof.machine.Atomic;
import hangproof.machine.Machine;
import hangproof.model.block.BlkMqHwCtx;
import hangproof.model.scsi.Bounds;
import hangproof.model.scsi.HostTemplate;

/**
 * The draft, watched for the tester's first explanation of its hang (6 August 2020): that a
 * completion runs the queue while the refused command is in no list at all. It cannot be, since the
 * dispatcher takes the budget before it dequeues. {@link DequeueBeforeBudget} is the control.
 */
public final class FirstTheory extends Draft {
  /** Completions that saw a refusal and found nothing to run, up to a bound. */
  public final Atomic ran_for_nothing;

  public FirstTheory(Machine machine, Bounds bounds, HostTemplate hostt) {
    super(machine, bounds, hostt);
    this.ran_for_nothing =
        machine.ghost("ran_for_nothing", bounds.geometry().nr_requests() * q.nr_hw_queues());
  }

  /**
   * The draft's, with blk_mq_run_hw_queues written out so that what it finds can be counted. Left
   * out: the looks whether a queue is stopped or quiesced, which none ever is here.
   */
  @Override
  protected void scsi_run_queue_async() {
    int old = atomic_read(restarts);
    if (old != 0) {
      for (int i = 0; i < q.nr_hw_queues(); i++) {
        BlkMqHwCtx hctx = q.hctx(i);
        if (call(() -> blk.blk_mq_hctx_has_pending(hctx) ? 1 : 0) != 0) {
          blk.__blk_mq_delay_run_hw_queue(hctx, true, 0);
        } else {
          atomic_inc(ran_for_nothing);
        }
      }
      atomic_cmpxchg(restarts, old, 0);
    }
  }
}
