// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block.versions;

import hangproof.machine.Ids;
import hangproof.machine.KernelSource;
import hangproof.machine.Machine;
import hangproof.machine.Work;
import hangproof.model.block.BlkMq;
import hangproof.model.block.BlkMqCtx;
import hangproof.model.block.BlkMqHwCtx;
import hangproof.model.block.RequestQueue;

/**
 * v3.19: no schedulers, no SCHED_RESTART, and whoever runs a queue does so whether or not there is
 * anything to do. {@code BLK_MQ_RQ_QUEUE_BUSY} is BLK_STS_DEV_RESOURCE here.
 */
public class V319 extends BlkMq {
  public V319(Machine machine) {
    super(machine);
  }

  /** Nothing is left out but the loop over words: there is one. Returns the list. */
  @KernelSource(version = "v3.19", file = "block/blk-mq.c", line = 724)
  private int flush_busy_ctxs(BlkMqHwCtx hctx) {
    if (!any_bit(hctx.ctx_map.word)) {
      return 0;
    }
    int list = 0;
    int bit = 0;
    while (bit < hctx.ctx_map.depth) {
      int word = read_bits(hctx.ctx_map.word) >>> bit;
      if (word == 0) {
        break;
      }
      bit += Integer.numberOfTrailingZeros(word);
      BlkMqCtx ctx = hctx.ctxs.get(bit);
      clear_bit(bit, hctx.ctx_map.word);
      spin_lock(ctx.lock);
      int taken = list_splice_init(ctx.rq_lists);
      spin_unlock(ctx.lock);
      list = Ids.append(list, taken, hctx.queue.list_bits());
      bit++;
    }
    return list;
  }

  /** Left out: the driver's own list, {@code bd.last}, errors, statistics. */
  @Override
  @KernelSource(version = "v3.19", file = "block/blk-mq.c", line = 760)
  protected void __blk_mq_run_hw_queue(BlkMqHwCtx hctx) {
    if (test_bit(BlkMqHwCtx.BLK_MQ_S_STOPPED, hctx.state)) {
      return;
    }
    RequestQueue q = hctx.queue;
    int bits = q.list_bits();
    int rq_list = call(() -> flush_busy_ctxs(hctx));
    if (!list_empty(hctx.dispatch)) {
      spin_lock(hctx.lock);
      if (!list_empty(hctx.dispatch)) {
        rq_list = Ids.append(list_splice_init(hctx.dispatch), rq_list, bits);
      }
      spin_unlock(hctx.lock);
    }
    while (rq_list != 0) {
      int rq = Ids.first(rq_list, bits);
      if (call(() -> q.mq_ops.queue_rq(hctx, rq)) != BLK_STS_OK) {
        break;
      }
      rq_list = Ids.rest(rq_list, bits);
    }
    if (rq_list != 0) {
      spin_lock(hctx.lock);
      list_splice(rq_list, hctx.dispatch);
      spin_unlock(hctx.lock);
      after_leftovers(hctx);
    }
  }

  /** What follows when leftovers are on the dispatch list: nothing yet. */
  protected void after_leftovers(BlkMqHwCtx hctx) {}

  /** Left out: callers on a CPU that is not the hardware queue's. */
  @Override
  @KernelSource(version = "v3.19", file = "block/blk-mq.c", line = 884)
  public void blk_mq_run_hw_queue(BlkMqHwCtx hctx, boolean async) {
    if (test_bit(BlkMqHwCtx.BLK_MQ_S_STOPPED, hctx.state)) {
      return;
    }
    if (!async) {
      call(
          () -> {
            __blk_mq_run_hw_queue(hctx);
            return 0;
          });
      return;
    }
    kblockd_schedule_delayed_work_on(hctx.run_work);
  }

  /** Nothing is left out. A work item that is pending stays as it is. */
  @KernelSource(version = "v3.19", file = "block/blk-core.c", line = 3244)
  private void kblockd_schedule_delayed_work_on(Work work) {
    queue_work(work);
  }

  /** Nothing is left out. */
  @Override
  @KernelSource(version = "v3.19", file = "block/blk-mq.c", line = 973)
  public void blk_mq_run_work_fn(BlkMqHwCtx hctx) {
    __blk_mq_run_hw_queue(hctx);
  }

  /** The body of the loop in blk_mq_start_stopped_hw_queues. */
  @Override
  @KernelSource(
      version = "v3.19",
      file = "block/blk-mq.c",
      function = "blk_mq_start_stopped_hw_queues",
      line = 958)
  public void blk_mq_start_stopped_hw_queue(BlkMqHwCtx hctx, boolean async) {
    if (!test_bit(BlkMqHwCtx.BLK_MQ_S_STOPPED, hctx.state)) {
      return;
    }
    clear_bit(BlkMqHwCtx.BLK_MQ_S_STOPPED, hctx.state);
    blk_mq_run_hw_queue(hctx, async);
  }

  /** Left out: CPUs that went away. */
  @KernelSource(version = "v3.19", file = "block/blk-mq.c", line = 1017)
  public final void blk_mq_insert_request(
      RequestQueue q, int rq, boolean at_head, boolean run_queue, boolean async) {
    BlkMqHwCtx hctx = q.mq_hctx(rq);
    BlkMqCtx ctx = q.mq_ctx(rq);
    call(
        () -> {
          spin_lock(ctx.lock);
          __blk_mq_insert_request(hctx, ctx, rq, at_head);
          spin_unlock(ctx.lock);
          return 0;
        });
    if (run_queue) {
      blk_mq_run_hw_queue(hctx, async);
    }
  }

  /** Left out: shared tags, the queue's usage counter, how tags were cleared then. */
  @Override
  @KernelSource(version = "v3.19", file = "block/blk-mq.c", line = 288)
  protected void __blk_mq_free_request(RequestQueue q, int rq) {
    tag.blk_mq_put_tag(q.mq_hctx(rq).tags, q.tag(rq));
  }
}
