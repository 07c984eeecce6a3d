// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block;

import hangproof.machine.Ids;
import hangproof.machine.KernelSource;
import hangproof.machine.ListHead;
import hangproof.machine.Machine;
import hangproof.machine.Port;

/**
 * block/blk-flush.c: the machine that makes one flush of the drive serve all requests that asked
 * for one meanwhile, and that takes a write with a flush through its steps.
 *
 * <p>As in v5.10. The drive has a write cache and no FUA (QUEUE_FLAG_WC, not QUEUE_FLAG_FUA), and
 * nothing fails. {@code RQF_FLUSH_SEQ} and {@code rq->end_io} are not stored: they are set from
 * {@link #blk_insert_flush} until the last step, and a request's id tells whether it goes through
 * that. The borrowed tag of the flush request is not stored either, since that request never gives
 * it back.
 */
public class BlkFlush extends Port {
  /** {@code REQ_PREFLUSH}; the numbers of these three are this port's own. */
  public static final int REQ_PREFLUSH = 1;

  /** {@code REQ_FUA}. */
  public static final int REQ_FUA = 2;

  /** {@code blk_rq_sectors(rq) != 0}. */
  public static final int HAS_DATA = 4;

  protected static final int REQ_FSEQ_PREFLUSH = 1;
  protected static final int REQ_FSEQ_DATA = 2;
  protected static final int REQ_FSEQ_POSTFLUSH = 4;
  static final int REQ_FSEQ_DONE = 8;
  static final int REQ_FSEQ_ACTIONS = REQ_FSEQ_PREFLUSH | REQ_FSEQ_DATA | REQ_FSEQ_POSTFLUSH;

  protected final BlkMq blk;

  public BlkFlush(Machine machine, BlkMq blk) {
    super(machine);
    this.blk = blk;
  }

  /** {@code op_is_flush}: whether the request goes to {@link #blk_insert_flush}. */
  public static boolean op_is_flush(int cmd_flags) {
    return (cmd_flags & (REQ_FUA | REQ_PREFLUSH)) != 0;
  }

  /** Left out: drives without a write cache, or with FUA. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-flush.c",
      line = 99,
      sha256 = "5e4514a5e47a82ee684197b00e9f9906718f72151b2ea6c17241adc890955b1a")
  protected final int blk_flush_policy(int cmd_flags) {
    int policy = 0;
    if ((cmd_flags & HAS_DATA) != 0) {
      policy |= REQ_FSEQ_DATA;
    }
    if ((cmd_flags & REQ_PREFLUSH) != 0) {
      policy |= REQ_FSEQ_PREFLUSH;
    }
    if ((cmd_flags & REQ_FUA) != 0) {
      policy |= REQ_FSEQ_POSTFLUSH;
    }
    return policy;
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-flush.c",
      line = 116,
      sha256 = "bbc2845cdb8fe11087b3f824fbcb1cf605bbdeb38a86725121d1c205320e5990")
  private int blk_flush_cur_seq(BlkFlushQueue fq, int rq) {
    return cur_seq(read(fq.seq(rq)));
  }

  private static int cur_seq(int seq) {
    return Integer.lowestOneBit(~seq);
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-flush.c",
      line = 135,
      sha256 = "09065591313dcdb7ba274a7ad55a4d62161249d6001472de6022f59ab953fcc4")
  protected final void blk_flush_queue_rq(RequestQueue q, int rq, boolean add_front) {
    blk.blk_mq_add_to_requeue_list(q, rq, add_front, true);
  }

  /** {@code rq->flush.seq |= seq}; returns what is there then. */
  protected final int mark_step(BlkFlushQueue fq, int rq, int seq) {
    int old = read(fq.seq(rq));
    BUG_ON((old & seq) != 0, "a step of a flush sequence ends once");
    write(fq.seq(rq), old | seq);
    return old | seq;
  }

  /** The case of REQ_FSEQ_DATA in blk_flush_complete_seq. */
  protected void queue_data(RequestQueue q, BlkFlushQueue fq, int rq) {
    list_add_tail(fq.flush_list(rq), fq.flush_data_in_flight);
    blk_flush_queue_rq(q, rq, true);
  }

  /**
   * Left out: errors, and {@code cmd_flags}, which only say how the drive fails. Called with {@code
   * mq_flush_lock} held. The request is on no list of the flush queue: where the C code moves it
   * from one, the callers here have taken it off already, which nobody sees who does not hold the
   * lock.
   */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-flush.c",
      line = 164,
      sha256 = "d0354a1819c81d335837430b903aba2be7edbfb9643d5c5dd4e21ed5aebb3f51")
  protected final void blk_flush_complete_seq(RequestQueue q, BlkFlushQueue fq, int rq, int seq) {
    int next = call(() -> cur_seq(mark_step(fq, rq, seq)));
    switch (next) {
      case REQ_FSEQ_PREFLUSH, REQ_FSEQ_POSTFLUSH -> {
        ListHead pending = fq.flush_queue.get(pending_idx(fq));
        if (list_empty(pending)) {
          WRITE_ONCE(fq.flush_pending_since, 0);
        }
        list_add_tail(fq.flush_list(rq), pending);
      }
      case REQ_FSEQ_DATA -> queue_data(q, fq, rq);
      case REQ_FSEQ_DONE ->
          call(
              () -> {
                blk.__blk_mq_end_request(q, rq, false);
                return 0;
              });
      default -> BUG_ON(true, "a flush sequence has four steps");
    }
    blk_kick_flush(q, fq);
  }

  /**
   * Left out: statistics, the reference that the timeout handler may hold, errors, and the driver
   * tag of a flush request under a scheduler.
   */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-flush.c",
      line = 215,
      sha256 = "c2fb27831a0639b3254a13cd09f1713f7715110d9cc6499130bc78bb04ff7b0d")
  protected final void flush_end_io(RequestQueue q, BlkFlushQueue fq) {
    spin_lock(fq.mq_flush_lock);
    int idx = read(fq.flush_running_idx);
    BUG_ON(read(fq.flush_pending_idx) == idx, "a flush that ends was in flight");
    write(fq.flush_running_idx, idx ^ 1);
    int bits = fq.flush_queue.get(idx).bits();
    for (int left = list_splice_init(fq.flush_queue.get(idx)); left != 0; ) {
      int rq = fq.rq(Ids.first(left, bits));
      left = Ids.rest(left, bits);
      call(
          () -> {
            int seq = call(() -> blk_flush_cur_seq(fq, rq));
            BUG_ON(
                seq != REQ_FSEQ_PREFLUSH && seq != REQ_FSEQ_POSTFLUSH,
                "whoever waits for a flush is in one of two steps");
            blk_flush_complete_seq(q, fq, rq, seq);
            return 0;
          });
    }
    spin_unlock(fq.mq_flush_lock);
  }

  /** The list for those that ask for a flush: not the one whose flush is in flight. */
  protected int pending_idx(BlkFlushQueue fq) {
    return read(fq.flush_pending_idx);
  }

  /** Whether the data of some request is on its way. */
  protected boolean data_in_flight(BlkFlushQueue fq) {
    return !list_empty(fq.flush_data_in_flight);
  }

  /** Whether the flush request goes to the head of the requeue list. */
  protected boolean add_flush_to_front() {
    return false;
  }

  /**
   * Left out: the flush request's own fields, see the class. Called with {@code mq_flush_lock}
   * held.
   */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-flush.c",
      line = 280,
      sha256 = "5854a5a162918cef452860ebaca0953107a312b112b1240f9c1d3fd3ba2922aa")
  private void blk_kick_flush(RequestQueue q, BlkFlushQueue fq) {
    int idx = read(fq.flush_pending_idx);
    if (idx != read(fq.flush_running_idx) || list_empty(fq.flush_queue.get(idx))) {
      return;
    }
    if (data_in_flight(fq) && READ_ONCE(fq.flush_pending_since) == 0) {
      return;
    }
    write(fq.flush_pending_idx, idx ^ 1);
    queue_flush_rq(q, fq);
  }

  /** The last line of blk_kick_flush. */
  protected void queue_flush_rq(RequestQueue q, BlkFlushQueue fq) {
    blk_flush_queue_rq(q, fq.flush_rq, add_flush_to_front());
  }

  /** Left out: errors, driver tags under a scheduler. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-flush.c",
      line = 338,
      sha256 = "49705863af420d022124d6ea8169d7f0bab293b4fea859a1e60e83ae2e657991")
  private void mq_flush_data_end_io(RequestQueue q, int rq) {
    BlkMqHwCtx hctx = q.mq_hctx(rq);
    BlkFlushQueue fq = hctx.fq;
    spin_lock(fq.mq_flush_lock);
    data_is_done(fq, rq);
    call(
        () -> {
          blk_flush_complete_seq(q, fq, rq, REQ_FSEQ_DATA);
          return 0;
        });
    spin_unlock(fq.mq_flush_lock);
    run_after_data(hctx);
  }

  /** The request is no longer one whose data is on its way. */
  protected void data_is_done(BlkFlushQueue fq, int rq) {
    list_del_init(fq.flush_list(rq), fq.flush_data_in_flight);
  }

  /** The last line of mq_flush_data_end_io. */
  protected void run_after_data(BlkMqHwCtx hctx) {
    blk.sched().blk_mq_sched_restart(hctx);
  }

  /**
   * Left out: empty flushes of a drive without a write cache and data that needs no flush, neither
   * of which this drive has. Returns whether the request is the machine's now; before v6.5 always.
   */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-flush.c",
      line = 371,
      sha256 = "e1fd369115da7a45bf45e74c42e82f6c6f50a27bd5fa029fe17105dabf5fc9a3")
  public boolean blk_insert_flush(RequestQueue q, int rq) {
    BlkFlushQueue fq = q.mq_hctx(rq).fq;
    int policy = blk_flush_policy(q.cmd_flags(rq));
    spin_lock(fq.mq_flush_lock);
    call(
        () -> {
          blk_flush_complete_seq(q, fq, rq, REQ_FSEQ_ACTIONS & ~policy);
          return 0;
        });
    spin_unlock(fq.mq_flush_lock);
    return true;
  }

  /** {@code rq->end_io}: whether the request has one as long as it is in the machine. */
  final boolean has_end_io(RequestQueue q, int rq) {
    return q.is_flush_rq(rq) || op_is_flush(q.cmd_flags(rq));
  }

  /** {@code rq->end_io(rq, error)}. */
  final void end_io(RequestQueue q, int rq) {
    if (q.is_flush_rq(rq)) {
      flush_end_io(q, q.mq_hctx(rq).fq);
    } else {
      mq_flush_data_end_io(q, rq);
    }
  }
}
