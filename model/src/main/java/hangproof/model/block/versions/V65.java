// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block.versions;

import hangproof.machine.Ids;
import hangproof.machine.KernelSource;
import hangproof.machine.Machine;
import hangproof.model.block.BlkFlush;
import hangproof.model.block.BlkFlushQueue;
import hangproof.model.block.BlkMq;
import hangproof.model.block.BlkMqHwCtx;
import hangproof.model.block.BlkMqSched;
import hangproof.model.block.RequestQueue;

/**
 * v6.5 and later, as to flushes: a write that only needs a flush afterwards is dispatched like any
 * other (615939a2ae73), the machine's own requests have a list of their own, and what the scheduler
 * lent to a request it gets back when that completes (e5c0ca13659e).
 */
public class V65 extends BlkMq {
  public V65(Machine machine) {
    super(machine, blk -> new BlkMqSched(machine, blk), blk -> new Flush(machine, blk));
  }

  /** {@code blk_mq_insert_request}: flags are one bit, whether at the head. */
  @KernelSource(
      version = "v6.18",
      file = "block/blk-mq.c",
      line = 2605,
      sha256 = "2333e93ed9712789c48df7ad0f2c2f285f00e0a292c550232b08a266d5901955")
  private void blk_mq_insert_request(RequestQueue q, int rq, boolean at_head) {
    if (q.is_flush_rq(rq)) {
      blk_mq_request_bypass_insert(q, rq, true, false);
    } else {
      sched().insert_ordinary_request(q, rq, at_head);
    }
  }

  /** Left out: RQF_DONTPREP. */
  @Override
  @KernelSource(
      version = "v6.18",
      file = "block/blk-mq.c",
      line = 1550,
      sha256 = "e6c5396111aa7b3880271e84e29444e6021256b71f063c0b28aa74effcf2a357")
  public void blk_mq_requeue_work(RequestQueue q) {
    call(
        () -> {
          int bits = q.list_bits();
          spin_lock(q.requeue_lock);
          int rq_list = list_splice_init(q.requeue_list);
          int flush_list = list_splice_init(q.flush_list);
          spin_unlock(q.requeue_lock);
          for (int l = rq_list; l != 0; l = Ids.rest(l, bits)) {
            blk_mq_insert_request(q, Ids.first(l, bits), true);
          }
          for (int l = flush_list; l != 0; l = Ids.rest(l, bits)) {
            blk_mq_insert_request(q, Ids.first(l, bits), false);
          }
          return 0;
        });
    blk_mq_run_hw_queues(q, false);
  }

  /** Left out: statistics. */
  @Override
  @KernelSource(
      version = "v6.18",
      file = "block/blk-mq.c",
      line = 1142,
      sha256 = "76cc4430ed43fd9ac078013bdf5be4fb35a000a4c366dda1ef43f5fb14372f26")
  protected void __blk_mq_end_request(RequestQueue q, int rq, boolean end_io) {
    finish_at_completion(q, rq);
    super.__blk_mq_end_request(q, rq, end_io);
  }

  /**
   * Left out: RQF_USE_SCHED, by which a request is finished once; the scheduler here knows whether
   * it has lent something to it.
   */
  protected void finish_at_completion(RequestQueue q, int rq) {
    finish_request(q, rq);
  }

  /** Left out: what v5.10's leaves out, and polling. */
  @Override
  @KernelSource(
      version = "v6.18",
      file = "block/blk-mq.c",
      line = 3121,
      sha256 = "13cb208dcb2a7dc719ebc31d040d66174e516ac8e8a3903b27bd347104de77e2")
  public void blk_mq_submit_bio(RequestQueue q, int rq, boolean is_sync) {
    if (BlkFlush.op_is_flush(q.cmd_flags(rq)) && flush().blk_insert_flush(q, rq)) {
      return;
    }
    BlkMqHwCtx hctx = q.mq_hctx(rq);
    if (q.elevator != null
        || (read(hctx.dispatch_busy) != 0 && (q.nr_hw_queues() == 1 || !is_sync))) {
      call(
          () -> {
            blk_mq_insert_request(q, rq, false);
            return 0;
          });
      blk_mq_run_hw_queue(hctx, true);
    } else {
      blk_mq_try_issue_directly(hctx, rq);
    }
  }

  /** block/blk-flush.c of v6.18. */
  private static final class Flush extends BlkFlush {
    Flush(Machine machine, BlkMq blk) {
      super(machine, blk);
    }

    @Override
    protected void queue_data(RequestQueue q, BlkFlushQueue fq, int rq) {
      write(fq.flush_data_in_flight_count, read(fq.flush_data_in_flight_count) + 1);
      spin_lock(q.requeue_lock);
      list_add(rq, q.requeue_list);
      spin_unlock(q.requeue_lock);
      blk.blk_mq_kick_requeue_list(q);
    }

    @Override
    protected boolean data_in_flight(BlkFlushQueue fq) {
      return read(fq.flush_data_in_flight_count) != 0;
    }

    @Override
    protected void data_is_done(BlkFlushQueue fq, int rq) {
      write(fq.flush_data_in_flight_count, read(fq.flush_data_in_flight_count) - 1);
    }

    @Override
    protected void queue_flush_rq(RequestQueue q, BlkFlushQueue fq) {
      spin_lock(q.requeue_lock);
      list_add_tail(fq.flush_rq, q.flush_list);
      spin_unlock(q.requeue_lock);
      blk.blk_mq_kick_requeue_list(q);
    }

    /**
     * Left out: as in v5.10. A write that needs no flush first is not the machine's yet; it will be
     * when it is done.
     */
    @Override
    @KernelSource(
        version = "v6.18",
        file = "block/blk-flush.c",
        line = 382,
        sha256 = "e0dde20603b5e902036efbe7c3628e2976972a4fae130a78ddcd46a4a42c5fa2")
    public boolean blk_insert_flush(RequestQueue q, int rq) {
      if (blk_flush_policy(q.cmd_flags(rq)) != (REQ_FSEQ_DATA | REQ_FSEQ_POSTFLUSH)) {
        return super.blk_insert_flush(q, rq);
      }
      BlkFlushQueue fq = q.mq_hctx(rq).fq;
      spin_lock(fq.mq_flush_lock);
      mark_step(fq, rq, REQ_FSEQ_PREFLUSH);
      write(fq.flush_data_in_flight_count, read(fq.flush_data_in_flight_count) + 1);
      spin_unlock(fq.mq_flush_lock);
      return false;
    }
  }
}
