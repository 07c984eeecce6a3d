// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block;

import hangproof.machine.Ids;
import hangproof.machine.KernelSource;
import hangproof.machine.Machine;
import hangproof.machine.Port;
import hangproof.model.lib.Sbitmap;
import java.util.function.Function;

/**
 * block/blk-mq.c and block/blk-mq.h: running hardware queues, issuing, dispatching, freeing
 * requests.
 *
 * <p>As in v5.10. Where other kernels differ in a line or two, those lines are methods of their own
 * here, and the other kernels subclasses.
 *
 * <p>A list of requests that only one thread knows is an int, see {@link Ids}.
 */
public class BlkMq extends Port {
  /** {@code BLK_STS_OK}: the driver took the request. */
  public static final int BLK_STS_OK = 0;

  /** {@code BLK_STS_IOERR}, and with it whatever else a driver fails with. */
  public static final int BLK_STS_IOERR = 10;

  /** {@code BLK_STS_RESOURCE}: the driver cannot take it now, and makes no promise. */
  public static final int BLK_STS_RESOURCE = 9;

  /** {@code BLK_STS_DEV_RESOURCE}: nor can it now, but it promises that the queue is run again. */
  public static final int BLK_STS_DEV_RESOURCE = 13;

  /** {@code BLK_STS_ZONE_RESOURCE}: nor can it, because of the zone; another one it might. */
  public static final int BLK_STS_ZONE_RESOURCE = 14;

  /** {@code BLK_MQ_RESOURCE_DELAY}, in milliseconds. */
  protected static final int BLK_MQ_RESOURCE_DELAY = 3;

  private static final int PREP_DISPATCH_OK = 0;
  private static final int PREP_DISPATCH_NO_TAG = 1;
  private static final int PREP_DISPATCH_NO_BUDGET = 2;

  final Sbitmap sbitmap;
  protected final BlkMqTag tag;
  private final BlkMqSched sched;
  private final BlkFlush flush;

  /**
   * blk-mq.
   *
   * @param sched makes the dispatcher, for versions of a protocol that change it
   */
  public BlkMq(Machine machine, Function<BlkMq, ? extends BlkMqSched> sched) {
    this(machine, sched, blk -> new BlkFlush(machine, blk));
  }

  /**
   * blk-mq.
   *
   * @param sched makes the dispatcher
   * @param flush makes the flush machine
   */
  public BlkMq(
      Machine machine,
      Function<BlkMq, ? extends BlkMqSched> sched,
      Function<BlkMq, ? extends BlkFlush> flush) {
    super(machine);
    this.sbitmap = new Sbitmap(machine);
    this.tag = new BlkMqTag(machine, sbitmap);
    this.sched = sched.apply(this);
    this.flush = flush.apply(this);
  }

  /** blk-mq with the dispatcher of v5.10. */
  public BlkMq(Machine machine) {
    this(machine, blk -> new BlkMqSched(machine, blk));
  }

  public Sbitmap sbitmap() {
    return sbitmap;
  }

  public BlkMqSched sched() {
    return sched;
  }

  public BlkFlush flush() {
    return flush;
  }

  // ---- flags

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.h",
      line = 175,
      sha256 = "cd2ea7f1a2d341a11d5784a673506816ff30af35daa030128e52bed7a37a375d")
  protected boolean blk_mq_hctx_stopped(BlkMqHwCtx hctx) {
    return test_bit(BlkMqHwCtx.BLK_MQ_S_STOPPED, hctx.state);
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.10",
      file = "include/linux/blkdev.h",
      line = 667,
      sha256 = "c5aed0ad01482eb6845851f42d509ce18bae9fae64c5b027f272063a2b9753ae")
  boolean blk_queue_quiesced(RequestQueue q) {
    return test_bit(RequestQueue.QUEUE_FLAG_QUIESCED, q.queue_flags);
  }

  // ---- budget

  /** Left out: drivers without a budget. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.h",
      line = 189,
      sha256 = "493843adccb2169c3c0429351c1b66f389e84c3adbef73cd40337154c3f71222")
  public void blk_mq_put_dispatch_budget(RequestQueue q) {
    q.mq_ops.put_budget();
  }

  /** Left out: drivers without a budget. Up to v5.7 they were told which hardware queue asks. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.h",
      line = 195,
      sha256 = "4491de38b3bab3335ed7ecec3c45b3ec2c08be8f271c0a6f4e4d105e954f9311")
  public boolean blk_mq_get_dispatch_budget(BlkMqHwCtx hctx) {
    return call(() -> hctx.queue.mq_ops.get_budget(hctx) ? 1 : 0) != 0;
  }

  // ---- software queues

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 70,
      sha256 = "cc8e347e5cbbc772048c59e48f7d018309c788bea41fe1216aa5f2e9f5fcfd05")
  public boolean blk_mq_hctx_has_pending(BlkMqHwCtx hctx) {
    return !list_empty(hctx.dispatch)
        || sbitmap.sbitmap_any_bit_set(hctx.ctx_map)
        || sched.blk_mq_sched_has_work(hctx);
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 80,
      sha256 = "891123aa1ddbe63073d6470fc51e09a60334a7e41c4fcb55060e69685e028bb3")
  protected void blk_mq_hctx_mark_pending(BlkMqHwCtx hctx, BlkMqCtx ctx) {
    int bit = ctx.index_hw;
    if (!sbitmap.sbitmap_test_bit(hctx.ctx_map, bit)) {
      sbitmap.sbitmap_set_bit(hctx.ctx_map, bit);
    }
  }

  /** Left out: tracing. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 1822,
      sha256 = "eb75849a94b869ba354925707bfc1da81da4b03b8f8a72d0464e9f7fbbd63a89")
  private void __blk_mq_insert_req_list(BlkMqCtx ctx, int rq, boolean at_head) {
    if (at_head) {
      list_add(rq, ctx.rq_lists);
    } else {
      list_add_tail(rq, ctx.rq_lists);
    }
  }

  /** Nothing is left out. Called with {@code ctx->lock} held. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 1839,
      sha256 = "8bb8536275a332488227f2da1ae68fb1dd6bed150c486d643bebe8ef53410f54")
  protected void __blk_mq_insert_request(BlkMqHwCtx hctx, BlkMqCtx ctx, int rq, boolean at_head) {
    __blk_mq_insert_req_list(ctx, rq, at_head);
    blk_mq_hctx_mark_pending(hctx, ctx);
  }

  /**
   * A request goes back to the head of its software queue: no function of the kernel, but what a
   * dispatcher that dequeues before it takes a budget would have to do.
   */
  public void reinsert_at_head(int rq, RequestQueue q) {
    BlkMqCtx ctx = q.mq_ctx(rq);
    spin_lock(ctx.lock);
    __blk_mq_insert_request(q.mq_hctx(rq), ctx, rq, true);
    spin_unlock(ctx.lock);
  }

  /** Returns the request taken off, 0 if none; the C code has it in {@code dispatch_data}. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 1063,
      sha256 = "0722218419c462fef00d575b6a6cd8f23cf89185b0ac322c60828e58b2d21678")
  private int dispatch_rq_from_ctx(BlkMqHwCtx hctx, int bitnr) {
    BlkMqCtx ctx = hctx.ctxs.get(bitnr);
    int rq = 0;
    spin_lock(ctx.lock);
    if (!list_empty(ctx.rq_lists)) {
      rq = list_first_entry_or_null(ctx.rq_lists);
      list_del_init(rq, ctx.rq_lists);
      if (list_empty(ctx.rq_lists)) {
        sbitmap.sbitmap_clear_bit(hctx.ctx_map, bitnr);
      }
    }
    spin_unlock(ctx.lock);
    return rq;
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 1083,
      sha256 = "16154299835dd4a520b3723d8cb257197300e0175f013ed3e5f225ccd6fbb9ef")
  public int blk_mq_dequeue_from_ctx(BlkMqHwCtx hctx, int start) {
    return call(
        () ->
            sbitmap.__sbitmap_for_each_set(
                hctx.ctx_map, start, bitnr -> dispatch_rq_from_ctx(hctx, bitnr)));
  }

  // ---- dispatch

  /** Left out: what a request forgets when it goes back, which no other thread reads. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 764,
      sha256 = "e15f124e49296f05bcaabd5fd24ac1f91bef5ea0d7e56e455649074f08fd2c20")
  protected void __blk_mq_requeue_request(int rq) {
    blk_mq_put_driver_tag(rq);
  }

  /** Left out: all of it. Without a scheduler a request keeps its driver tag until it ends. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.h",
      line = 236,
      sha256 = "6dc5e9e5260cd90c1b411e51fa91927020dcf6798851a492380d37179d480d22")
  protected void blk_mq_put_driver_tag(int rq) {}

  /**
   * Left out: all of it. Without a scheduler a request has had its tag since its allocation; and
   * nobody here looks requests up in {@code tags->rqs}, as timeouts do.
   */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 1130,
      sha256 = "3e92c354e92a6a8da8ab476e91ed4faa894fc500953ff469005523f7279864ed")
  protected boolean blk_mq_get_driver_tag(int rq) {
    return true;
  }

  /** Left out: tags that several queues share. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 1173,
      sha256 = "c80d0b355722e47dd3200eb31749872f2d3a9aec421943964e84abae519ffc07")
  private boolean blk_mq_mark_tag_wait(BlkMqHwCtx hctx, int rq) {
    sched.blk_mq_sched_mark_restart_hctx(hctx);
    return blk_mq_get_driver_tag(rq);
  }

  /** Left out: all of it. Whether the queue counts as busy does not change here. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 1246,
      sha256 = "090bf5bd0710e3e1ee40110ec7a52b5e50ae693ee750f0e9809f6478bf6077a9")
  protected void blk_mq_update_dispatch_busy(BlkMqHwCtx hctx, boolean busy) {}

  /** Returns the list with the request at its head again. Left out: the next one's driver tag. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 1268,
      sha256 = "89f27dc7d1832feee55cf0b365a3d49b3b3920fba9f9929afc3623c80c2c22ba")
  protected int blk_mq_handle_dev_resource(RequestQueue q, int rq, int list) {
    __blk_mq_requeue_request(rq);
    return Ids.addHead(list, rq, q.list_bits());
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 1304,
      sha256 = "4701dfc6b962828289b8bea3fb57b8889b03872ee534b1e883e37430a4ca01f6")
  private int blk_mq_prep_dispatch_rq(RequestQueue q, int rq, boolean need_budget) {
    BlkMqHwCtx hctx = q.mq_hctx(rq);
    if (need_budget && !blk_mq_get_dispatch_budget(hctx)) {
      blk_mq_put_driver_tag(rq);
      return PREP_DISPATCH_NO_BUDGET;
    }
    if (!blk_mq_get_driver_tag(rq)) {
      if (!blk_mq_mark_tag_wait(hctx, rq)) {
        if (need_budget) {
          blk_mq_put_dispatch_budget(q);
        }
        return PREP_DISPATCH_NO_TAG;
      }
    }
    return PREP_DISPATCH_OK;
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 1337,
      sha256 = "341af471de753fc2fe8d894d9f9a5cbed1cf381aaeff934b872d21e3734839c5")
  private void blk_mq_release_budgets(RequestQueue q, int nr_budgets) {
    for (int i = 0; i < nr_budgets; i++) {
      blk_mq_put_dispatch_budget(q);
    }
  }

  /**
   * Left out: statistics, and waiting for shared tags, for which see {@link
   * hangproof.model.block.tags.BlkMqMarkTagWait}.
   *
   * @param list requests, all of this hardware queue
   * @param nr_budgets how many budgets the caller holds for them: none, or one for each
   */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 1349,
      sha256 = "ed9ef1f870d3f674c8c2bea337dfcc3beb485059c2c8175e084e84c5159b2665")
  public boolean blk_mq_dispatch_rq_list(BlkMqHwCtx hctx, int list, int nr_budgets) {
    if (list == 0) {
      return false;
    }
    RequestQueue q = hctx.queue;
    int bits = q.list_bits();
    int left = list;
    int zone_list = 0;
    int prep;
    int queued = 0;
    boolean errors = false;
    int ret = BLK_STS_OK;
    do {
      int rq = Ids.first(left, bits);
      prep = blk_mq_prep_dispatch_rq(q, rq, nr_budgets == 0);
      if (prep != PREP_DISPATCH_OK) {
        break;
      }
      left = Ids.rest(left, bits);
      if (nr_budgets != 0) {
        nr_budgets--;
      }
      boolean last = left == 0 || !blk_mq_get_driver_tag(Ids.first(left, bits));
      ret = call(() -> q.mq_ops.queue_rq(hctx, rq, last));
      if (ret == BLK_STS_OK) {
        queued++;
      } else if (ret == BLK_STS_RESOURCE || ret == BLK_STS_DEV_RESOURCE) {
        left = blk_mq_handle_dev_resource(q, rq, left);
        break;
      } else if (ret == BLK_STS_ZONE_RESOURCE) {
        zone_list = blk_mq_handle_zone_resource(q, rq, zone_list);
      } else {
        errors = true;
        call(
            () -> {
              blk_mq_end_request(q, rq);
              return 0;
            });
      }
    } while (left != 0);
    left = Ids.append(left, zone_list, bits);
    if ((left != 0 || errors) && queued != 0) {
      q.mq_ops.commit_rqs(hctx);
    }

    if (left != 0) {
      boolean no_budget_avail = prep == PREP_DISPATCH_NO_BUDGET;
      blk_mq_release_budgets(q, nr_budgets);
      spin_lock(hctx.lock);
      splice_leftovers(left, hctx);
      spin_unlock(hctx.lock);
      order_dispatch_before_restart();
      boolean needs_restart = sched.blk_mq_sched_needs_restart(hctx);
      if (!needs_restart) {
        blk_mq_run_hw_queue(hctx, true);
      } else if (is_a_reason_to_kick(ret, no_budget_avail)) {
        blk_mq_delay_run_hw_queue(hctx, BLK_MQ_RESOURCE_DELAY);
      }
      blk_mq_update_dispatch_busy(hctx, true);
      return false;
    }
    blk_mq_update_dispatch_busy(hctx, false);
    return queued != 0 || errors;
  }

  /** Returns the list of those that wait for their zone. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 1285,
      sha256 = "9a758e00206625df1ae034a72166c2314c0c2e4d100380b0b9fbd6afabbd752b")
  private int blk_mq_handle_zone_resource(RequestQueue q, int rq, int zone_list) {
    __blk_mq_requeue_request(rq);
    return Ids.addHead(zone_list, rq, q.list_bits());
  }

  /** Where leftovers go: since v5.6, behind what has come to the list meanwhile. */
  protected void splice_leftovers(int list, BlkMqHwCtx hctx) {
    list_splice_tail(list, hctx.dispatch);
  }

  /** The barrier between adding leftovers to the list and the look at SCHED_RESTART. */
  protected void order_dispatch_before_restart() {
    smp_mb();
  }

  /** Whether leftovers make the dispatcher come back by itself although SCHED_RESTART is set. */
  protected boolean is_a_reason_to_kick(int ret, boolean no_budget_avail) {
    return ret == BLK_STS_RESOURCE || no_budget_avail;
  }

  /** Nothing is left out. Returns the list with what was taken off the software queue. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 1029,
      sha256 = "75209f884c6c445c6a2cf67632947abeee7893d367d668b416f3a474214f93d1")
  private int flush_busy_ctx(BlkMqHwCtx hctx, int bitnr, int list) {
    BlkMqCtx ctx = hctx.ctxs.get(bitnr);
    spin_lock(ctx.lock);
    int taken = list_splice_init(ctx.rq_lists);
    sbitmap.sbitmap_clear_bit(hctx.ctx_map, bitnr);
    spin_unlock(ctx.lock);
    return Ids.append(list, taken, hctx.queue.list_bits());
  }

  /** Nothing is left out. Returns the list. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 1047,
      sha256 = "7b412a3fab44be8a916bd50a62224c6c20c2656d07c5a51c228c1343dfe38b19")
  public int blk_mq_flush_busy_ctxs(BlkMqHwCtx hctx) {
    return call(
        () -> {
          int[] list = new int[1];
          int end =
              sbitmap.__sbitmap_for_each_set(
                  hctx.ctx_map,
                  0,
                  bitnr -> {
                    list[0] = flush_busy_ctx(hctx, bitnr, list[0]);
                    return 0;
                  });
          return end + list[0];
        });
  }

  // ---- the requeue list

  /** Left out: the scheduler's requeue_request, which none of those here has. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 779,
      sha256 = "ba246947416116b952ebbaf4b8cd829c3b3ac913f2986c1690452b75ebd547fe")
  public void blk_mq_requeue_request(RequestQueue q, int rq, boolean kick_requeue_list) {
    __blk_mq_requeue_request(rq);
    blk_mq_add_to_requeue_list(q, rq, true, kick_requeue_list);
  }

  /**
   * RQF_SOFTBARRIER, which says that the request goes to the head, is not stored: only a flush
   * request is ever added to the tail, see {@link #is_softbarrier}.
   */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 828,
      sha256 = "08deb96c5f905efb2d5452a4df9cd66294ea29a54658d566c64b89f0fdd2cda5")
  public final void blk_mq_add_to_requeue_list(
      RequestQueue q, int rq, boolean at_head, boolean kick_requeue_list) {
    spin_lock(q.requeue_lock);
    if (at_head) {
      list_add(rq, q.requeue_list);
    } else {
      list_add_tail(rq, q.requeue_list);
    }
    spin_unlock(q.requeue_lock);
    if (kick_requeue_list) {
      blk_mq_kick_requeue_list(q);
    }
  }

  /** Whether a request on the requeue list was added to its head. */
  private boolean is_softbarrier(RequestQueue q, int rq) {
    return !q.is_flush_rq(rq) || flush.add_flush_to_front();
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 853,
      sha256 = "fe2dd17704467fbca49438a17f2dafca539d94858c2248c853a06331e2bd9caf")
  public final void blk_mq_kick_requeue_list(RequestQueue q) {
    mod_delayed_work(q.requeue_work, 0);
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 859,
      sha256 = "6c59ccf8719209b913ab45c1cc1c1d9259c64c8fbf7cbb9e5252e3b0c2e168d6")
  public final void blk_mq_delay_kick_requeue_list(RequestQueue q, int msecs) {
    mod_delayed_work(q.requeue_work, msecs);
  }

  /**
   * Left out: RQF_DONTPREP, which SCSI sets on a request that it has prepared, so that it goes to
   * the tail of the dispatch list.
   */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 791,
      sha256 = "014f7af0dde9c34f504f8d470148db1096c53f7f6398a409c942b113396abe06")
  public void blk_mq_requeue_work(RequestQueue q) {
    call(
        () -> {
          int bits = q.list_bits();
          spin_lock(q.requeue_lock);
          int rq_list = list_splice_init(q.requeue_list);
          spin_unlock(q.requeue_lock);
          for (int l = rq_list; l != 0; l = Ids.rest(l, bits)) {
            int rq = Ids.first(l, bits);
            if (is_softbarrier(q, rq)) {
              sched.blk_mq_sched_insert_request(q, rq, true, false, false);
            }
          }
          for (int l = rq_list; l != 0; l = Ids.rest(l, bits)) {
            int rq = Ids.first(l, bits);
            if (!is_softbarrier(q, rq)) {
              sched.blk_mq_sched_insert_request(q, rq, false, false, false);
            }
          }
          return 0;
        });
    blk_mq_run_hw_queues(q, false);
  }

  // ---- hctx->dispatch

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 1859,
      sha256 = "d3e09f89abb5ff7d29e9d365b13f07289d726e5b26ab8189b9cc214a8421674e")
  public void blk_mq_request_bypass_insert(
      RequestQueue q, int rq, boolean at_head, boolean run_queue) {
    BlkMqHwCtx hctx = q.mq_hctx(rq);
    spin_lock(hctx.lock);
    if (at_head) {
      list_add(rq, hctx.dispatch);
    } else {
      list_add_tail(rq, hctx.dispatch);
    }
    spin_unlock(hctx.lock);
    if (run_queue) {
      blk_mq_run_hw_queue(hctx, false);
    }
  }

  /** Left out: tracing. The list is not empty. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 1875,
      sha256 = "31dc799a969ff3ef3212d1d75dd1c3f7f44ac79da49e166b979199cf16723a2e")
  void blk_mq_insert_requests(BlkMqHwCtx hctx, BlkMqCtx ctx, int list) {
    spin_lock(ctx.lock);
    list_splice_tail(list, ctx.rq_lists);
    blk_mq_hctx_mark_pending(hctx, ctx);
    spin_unlock(ctx.lock);
  }

  // ---- issuing a request without any list

  /** Left out: the cookie for polling. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 1965,
      sha256 = "d820f333f629f6a4b0073ee079b49371e44f2024dd60205ce1d602df655954aa")
  private int __blk_mq_issue_directly(BlkMqHwCtx hctx, int rq, boolean last) {
    int ret = call(() -> hctx.queue.mq_ops.queue_rq(hctx, rq, last));
    if (ret == BLK_STS_RESOURCE || ret == BLK_STS_DEV_RESOURCE) {
      blk_mq_update_dispatch_busy(hctx, true);
      __blk_mq_requeue_request(rq);
    } else {
      blk_mq_update_dispatch_busy(hctx, false);
    }
    return ret;
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 2004,
      sha256 = "321695213b4f73c38954abea5b79fe56b6987bc43c24901442cd47549a6bd497")
  private int __blk_mq_try_issue_directly(
      BlkMqHwCtx hctx, int rq, boolean bypass_insert, boolean last) {
    RequestQueue q = hctx.queue;
    if (blk_mq_hctx_stopped(hctx) || blk_queue_quiesced(q)) {
      sched.blk_mq_sched_insert_request(q, rq, false, run_after_insert_when_stopped(), false);
      return BLK_STS_OK;
    }
    boolean ready = false;
    boolean scheduled = q.elevator != null && !bypass_insert;
    if (!scheduled && blk_mq_get_dispatch_budget(hctx)) {
      ready = blk_mq_get_driver_tag(rq);
      if (!ready) {
        blk_mq_put_dispatch_budget(q);
      }
    }
    if (ready) {
      return __blk_mq_issue_directly(hctx, rq, last);
    }
    if (bypass_insert) {
      return BLK_STS_RESOURCE;
    }
    sched.blk_mq_sched_insert_request(q, rq, false, true, false);
    return BLK_STS_OK;
  }

  /** Whether a request that found the queue stopped or quiesced is followed by a run. */
  protected boolean run_after_insert_when_stopped() {
    return false;
  }

  /** Left out: RCU. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 2057,
      sha256 = "cfeda3cb081bac7dc8dae18dc73314b8bd4a02327f7ff13e14a3751e44841ee6")
  public void blk_mq_try_issue_directly(BlkMqHwCtx hctx, int rq) {
    int ret = call(() -> __blk_mq_try_issue_directly(hctx, rq, false, true));
    if (ret == BLK_STS_RESOURCE || ret == BLK_STS_DEV_RESOURCE) {
      blk_mq_request_bypass_insert(hctx.queue, rq, false, true);
    } else if (ret != BLK_STS_OK) {
      blk_mq_end_request(hctx.queue, rq);
    }
  }

  /** Left out: RCU. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 2076,
      sha256 = "76f788c00422e16736989038f210f2be64572a26a2802df1ed407355d6a5e329")
  protected int blk_mq_request_issue_directly(RequestQueue q, int rq, boolean last) {
    return call(() -> __blk_mq_try_issue_directly(q.mq_hctx(rq), rq, true, last));
  }

  /** Returns what is left of the list. Nothing is left out. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 2090,
      sha256 = "fda72af06ae9c3fd0e45a308d44fe1393335bbac73fc660a1385740496c7c5a4")
  int blk_mq_try_issue_list_directly(BlkMqHwCtx hctx, int list) {
    RequestQueue q = hctx.queue;
    int left = list;
    int queued = 0;
    boolean errors = false;
    while (left != 0) {
      int rq = Ids.first(left, q.list_bits());
      left = Ids.rest(left, q.list_bits());
      int ret = blk_mq_request_issue_directly(q, rq, left == 0);
      if (ret == BLK_STS_OK) {
        queued++;
      } else if (ret == BLK_STS_RESOURCE || ret == BLK_STS_DEV_RESOURCE) {
        blk_mq_request_bypass_insert(q, rq, false, left == 0);
        break;
      } else {
        blk_mq_end_request(q, rq);
        errors = true;
      }
    }
    if ((left != 0 || errors) && queued != 0) {
      q.mq_ops.commit_rqs(hctx);
    }
    return left;
  }

  /** The plug of a submitter that does not go to sleep. Left out: plugs of several queues. */
  public final void blk_mq_flush_plug_list(RequestQueue q, int list) {
    blk_mq_flush_plug_list(q, list, false);
  }

  /**
   * Left out: plugs of several queues, for which the list is sorted first. As the C code does,
   * requests that follow each other and are of one software queue are handed over together.
   *
   * @param from_schedule whether the submitter goes to sleep, so that others must run the queue
   */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 1910,
      sha256 = "4b9be81d77bd4985efcf44082a1939713b63013490e37dfc47d6856d597c84e7")
  public void blk_mq_flush_plug_list(RequestQueue q, int list, boolean from_schedule) {
    int bits = q.list_bits();
    int left = list;
    while (left != 0) {
      BlkMqCtx ctx = q.mq_ctx(Ids.first(left, bits));
      BlkMqHwCtx hctx = q.mq_hctx(Ids.first(left, bits));
      int rq_list = 0;
      while (left != 0 && q.mq_ctx(Ids.first(left, bits)) == ctx) {
        rq_list = Ids.addTail(rq_list, Ids.first(left, bits), bits);
        left = Ids.rest(left, bits);
      }
      int together = rq_list;
      call(
          () -> {
            sched.blk_mq_sched_insert_requests(hctx, ctx, together, from_schedule);
            return 0;
          });
    }
  }

  // ---- submitting

  /**
   * What becomes of a request that is not plugged. Left out: its allocation, merging, throttling,
   * and the plug, for which see {@link #blk_mq_flush_plug_list}.
   */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 2155,
      sha256 = "c64721c90988e386ad38d892baeaa13fe3e39c0e13867b07532d950fbc8b265e")
  public void blk_mq_submit_bio(RequestQueue q, int rq, boolean is_sync) {
    BlkMqHwCtx hctx = q.mq_hctx(rq);
    if (BlkFlush.op_is_flush(q.cmd_flags(rq))) {
      flush.blk_insert_flush(q, rq);
      blk_mq_run_hw_queue(hctx, true);
    } else if (q.elevator != null) {
      sched.blk_mq_sched_insert_request(q, rq, false, true, true);
    } else if ((q.nr_hw_queues() > 1 && is_sync) || read(hctx.dispatch_busy) == 0) {
      blk_mq_try_issue_directly(hctx, rq);
    } else {
      sched.blk_mq_sched_insert_request(q, rq, false, true, true);
    }
  }

  // ---- stopping a hardware queue

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 1742,
      sha256 = "2f1b2557b529eba1d33b9b40a47da8735e5e4aadd95ffea6677c466abbbb2381")
  public void blk_mq_stop_hw_queue(BlkMqHwCtx hctx) {
    cancel_delayed_work(hctx.run_work);
    set_bit(BlkMqHwCtx.BLK_MQ_S_STOPPED, hctx.state);
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 1769,
      sha256 = "1863f334712dd00e9506daa4c325b2e2553d8f349715ea0c37dde4eb84ef533b")
  public void blk_mq_start_hw_queue(BlkMqHwCtx hctx) {
    clear_bit(BlkMqHwCtx.BLK_MQ_S_STOPPED, hctx.state);
    blk_mq_run_hw_queue(hctx, false);
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 1787,
      sha256 = "fc2ab35dc4450742348d04ee426b859e0e70a8ec011fefdd9680e91558386e3a")
  public void blk_mq_start_stopped_hw_queue(BlkMqHwCtx hctx, boolean async) {
    if (!blk_mq_hctx_stopped(hctx)) {
      return;
    }
    clear_bit(BlkMqHwCtx.BLK_MQ_S_STOPPED, hctx.state);
    blk_mq_run_hw_queue(hctx, async);
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 1797,
      sha256 = "c45a5f9274b46ded1ef7b97dc4f034d04d9953b8722b3c7daa06c043f355e1fb")
  public void blk_mq_start_stopped_hw_queues(RequestQueue q, boolean async) {
    for (int i = 0; i < q.nr_hw_queues(); i++) {
      blk_mq_start_stopped_hw_queue(q.hctx(i), async);
    }
  }

  // ---- quiescing

  /** Left out: waiting for dispatchers to leave (synchronize_rcu), which comes with RCU. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 206,
      sha256 = "a3c11dae0c5d4a3dff4e81627859d3f9570a130ad3f6f815789dfffb95b18717")
  public void blk_mq_quiesce_queue_nowait(RequestQueue q) {
    set_bit(RequestQueue.QUEUE_FLAG_QUIESCED, q.queue_flags);
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 247,
      sha256 = "d2c740a8b132a6b9436f4613743fcf20d7332a0fb112619d0750cf9fc2ced0d0")
  public void blk_mq_unquiesce_queue(RequestQueue q) {
    clear_bit(RequestQueue.QUEUE_FLAG_QUIESCED, q.queue_flags);
    blk_mq_run_hw_queues(q, true);
  }

  // ---- running a hardware queue

  /** Left out: the warnings, and RCU, which nobody waits for here. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 1503,
      sha256 = "e60320d674086409fa9e133d0cefca3f3645827dd4004527f38e7ce457925e7a")
  protected void __blk_mq_run_hw_queue(BlkMqHwCtx hctx) {
    call(
        () -> {
          sched.blk_mq_sched_dispatch_requests(hctx);
          return 0;
        });
  }

  /** Left out: blocking drivers. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 1609,
      sha256 = "cb8a121d829ea7fc45d0255c293f62cb4f77d093e0fb3cd946cbe4bbff7120f5")
  public void __blk_mq_delay_run_hw_queue(BlkMqHwCtx hctx, boolean async, int msecs) {
    if (blk_mq_hctx_stopped(hctx)) {
      return;
    }
    if (!async && hctx.in_cpumask) {
      __blk_mq_run_hw_queue(hctx);
      return;
    }
    mod_delayed_work(hctx.run_work, msecs);
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 1637,
      sha256 = "6d53524326562b555d3b13f6e25edb8728a1c12c78e7cad89034fa1f5503938a")
  public void blk_mq_delay_run_hw_queue(BlkMqHwCtx hctx, int msecs) {
    __blk_mq_delay_run_hw_queue(hctx, true, msecs);
  }

  /** Left out: RCU, which nobody waits for here. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 1652,
      sha256 = "baeb77aa2bc7c10c0c2693f911079708ae624aa0fd60115efdeeddaccd0dca80")
  public void blk_mq_run_hw_queue(BlkMqHwCtx hctx, boolean async) {
    boolean need_run =
        call(() -> !blk_queue_quiesced(hctx.queue) && blk_mq_hctx_has_pending(hctx) ? 1 : 0) != 0;
    if (need_run) {
      __blk_mq_delay_run_hw_queue(hctx, async, 0);
    }
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 1680,
      sha256 = "11f0fe871b18400beed4f18055159008edc37dfd18305a9a0c89b3551e5b11fd")
  public void blk_mq_run_hw_queues(RequestQueue q, boolean async) {
    for (int i = 0; i < q.nr_hw_queues(); i++) {
      BlkMqHwCtx hctx = q.hctx(i);
      if (!blk_mq_hctx_stopped(hctx)) {
        blk_mq_run_hw_queue(hctx, async);
      }
    }
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 1699,
      sha256 = "445718ab055a6dce17119cce66007172a050d0fccefca54a739309d87e0210b7")
  public void blk_mq_delay_run_hw_queues(RequestQueue q, int msecs) {
    for (int i = 0; i < q.nr_hw_queues(); i++) {
      BlkMqHwCtx hctx = q.hctx(i);
      if (!blk_mq_hctx_stopped(hctx)) {
        blk_mq_delay_run_hw_queue(hctx, msecs);
      }
    }
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 1807,
      sha256 = "080f1451e42b3ca2cc82a23cfb045025d401331ee381396da84ea70ec7975765")
  public void blk_mq_run_work_fn(BlkMqHwCtx hctx) {
    if (blk_mq_hctx_stopped(hctx)) {
      return;
    }
    __blk_mq_run_hw_queue(hctx);
  }

  // ---- the end of a request

  /** Left out: encryption, power management, scheduler tags, the queue's usage counter. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 495,
      sha256 = "a06011fa3ba7c64e862c41e6c8876991b18b86a4ded7a3353e895368d691077f")
  protected void __blk_mq_free_request(RequestQueue q, int rq) {
    BlkMqHwCtx hctx = q.mq_hctx(rq);
    tag.blk_mq_put_tag(hctx.tags, q.tag(rq));
    sched.blk_mq_sched_restart(hctx);
  }

  /**
   * Left out: statistics, shared tags, rq_qos (no policy is attached), and what only the timeout
   * handler shares: the store of {@code rq->state}, and {@code rq->ref}, of which the reference
   * that is dropped here is the only one otherwise. (Its release order comes before the barriers of
   * sbitmap_queue_clear and adds nothing to them.)
   */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 513,
      sha256 = "f9d9b372a79db739139fccf4da2211a551dd7a41b4c8ab59e352153b918833e5")
  private void blk_mq_free_request(RequestQueue q, int rq) {
    finish_request(q, rq);
    __blk_mq_free_request(q, rq);
  }

  /** The scheduler's part of blk_mq_free_request, blk_mq_finish_request in later kernels. */
  protected final void finish_request(RequestQueue q, int rq) {
    BlkMqHwCtx hctx = q.mq_hctx(rq);
    if (q.elevator != null && q.elevator.finish_request(hctx, rq)) {
      blk_mq_run_hw_queue(hctx, true);
    }
  }

  /** Left out: partial ends, and how it ended. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 569,
      sha256 = "3da11c6c627e7c37f243990241bc259ce248bc1d18e4f4d983daabde43bdde3c")
  public final void blk_mq_end_request(RequestQueue q, int rq) {
    __blk_mq_end_request(q, rq);
  }

  /** Left out: statistics. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 544,
      sha256 = "5bc02a30f1dbb2c0bad90aeb01687ba4412f7c6e75624ffecb72b2ff2ec42c41")
  public final void __blk_mq_end_request(RequestQueue q, int rq) {
    __blk_mq_end_request(q, rq, flush.has_end_io(q, rq));
  }

  /** The same, told whether the request has an end_io at the moment. */
  protected void __blk_mq_end_request(RequestQueue q, int rq, boolean end_io) {
    if (end_io) {
      flush.end_io(q, rq);
    } else {
      blk_mq_free_request(q, rq);
    }
  }
}
