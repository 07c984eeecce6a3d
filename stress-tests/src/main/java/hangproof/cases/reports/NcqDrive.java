// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.reports;

import hangproof.machine.Bits;
import hangproof.machine.Ids;
import hangproof.machine.ListHead;
import hangproof.machine.Machine;
import hangproof.machine.Memory;
import hangproof.machine.Op;
import hangproof.machine.Order;
import hangproof.machine.Port;
import hangproof.machine.Program;
import hangproof.machine.SpinLock;
import hangproof.model.block.BlkFlush;
import hangproof.model.block.BlkMq;
import hangproof.model.block.BlkMqHwCtx;
import hangproof.model.block.BlkMqOps;
import hangproof.model.block.Geometry;
import hangproof.model.block.RequestQueue;

/**
 * A drive with a write cache and NCQ, whose flush is no NCQ command: writes and a flush exclude
 * each other. No port of libata, but its contract. What is refused comes with the promise of a
 * later completion (BLK_STS_DEV_RESOURCE), and commands end in the order in which they came.
 *
 * <p>It also keeps the account of durability: which requests have asked for a flush, and for which
 * of them one was sent after that.
 */
final class NcqDrive extends Port implements BlkMqOps {
  final RequestQueue q;
  private final BlkMq blk;
  private final int requests;
  private final SpinLock lock;
  final ListHead in_flight;

  /** Null if no account is kept; otherwise a bit for each request's first, and second flush. */
  private final Bits asked;

  private final Bits covered;

  /** Whether a flush was ever refused; null if nobody asks. */
  final Bits refused;

  /**
   * An idle drive.
   *
   * @param account whether the account of durability is kept
   * @param notices whether it is noticed that a flush was refused
   */
  NcqDrive(Machine machine, Geometry geometry, BlkMq blk, boolean account, boolean notices) {
    super(machine);
    this.blk = blk;
    this.requests = geometry.nr_requests();
    this.q = new RequestQueue(machine, geometry, this);
    this.lock = machine.lock("ap.lock");
    this.in_flight = machine.list("drive.in_flight", geometry.ids());
    this.asked = account ? machine.bits("asked", 0, 2 * requests) : null;
    this.refused = notices ? machine.bits("refused", 0, 1) : null;
    this.covered = account ? machine.bits("covered", 0, 2 * requests) : null;
  }

  private int before(int rq) {
    return q.tag(rq);
  }

  private int after(int rq) {
    return requests + q.tag(rq);
  }

  private boolean asks(int rq, int flag) {
    return (q.cmd_flags(rq) & flag) != 0;
  }

  /** Submits the request with that number, as a file system does that neither plugs nor waits. */
  void submit(int number) {
    int rq = q.request(number);
    if (asked != null && asks(rq, BlkFlush.REQ_PREFLUSH)) {
      set_bit(before(rq), asked);
    }
    blk.blk_mq_submit_bio(q, rq, true);
  }

  @Override
  public int queue_rq(BlkMqHwCtx hctx, int rq) {
    boolean flush = q.is_flush_rq(rq);
    spin_lock(lock);
    int first = machine.access(in_flight, Op.LIST_FIRST, 0, in_flight.bits(), Order.ONCE);
    if (first != 0 && (flush || q.is_flush_rq(first))) {
      if (refused != null && flush) {
        set_bit(0, refused);
      }
      spin_unlock(lock);
      return BlkMq.BLK_STS_DEV_RESOURCE;
    }
    if (asked != null && flush) {
      machine.access(covered, Op.OR, read_bits(asked), 0, Order.ONCE);
    }
    ring_doorbell(rq, in_flight);
    spin_unlock(lock);
    return BlkMq.BLK_STS_OK;
  }

  /** An interrupt: waits until the drive has ended a command, and ends it. */
  void complete() {
    int rq = await_first(in_flight);
    if (asked != null && asks(rq, BlkFlush.REQ_FUA)) {
      set_bit(after(rq), asked);
    }
    call(
        () -> {
          blk.__blk_mq_end_request(q, rq);
          return 0;
        });
  }

  /** Whether the request has ended: its tag is free, which here is for ever. */
  boolean ended(Memory memory, int rq) {
    return (memory.get(q.mq_hctx(rq).tags.cleared) & (1 << q.tag(rq))) != 0;
  }

  /** All requests end; and, if the account is kept, what a flush promises. */
  void claims(Program program) {
    program.completion(
        "every request has ended",
        memory -> {
          for (int i = 0; i < requests; i++) {
            int rq = q.request(i);
            if (!ended(memory, rq)) {
              return false;
            }
          }
          return true;
        });
    int bits = in_flight.bits();
    program.invariant(
        "the drive has writes or a flush, not both",
        memory -> {
          int list = memory.get(in_flight);
          return Ids.size(list, bits) <= 1 || list <= 0 || noFlush(list, bits);
        });
    if (asked == null) {
      return;
    }
    program.invariant(
        "a request that asked for a flush ends after one that was sent later",
        memory -> {
          for (int i = 0; i < requests; i++) {
            int rq = q.request(i);
            int needs =
                (asks(rq, BlkFlush.REQ_PREFLUSH) ? 1 << before(rq) : 0)
                    | (asks(rq, BlkFlush.REQ_FUA) ? 1 << after(rq) : 0);
            if (ended(memory, rq) && (memory.get(covered) & needs) != needs) {
              return false;
            }
          }
          return true;
        });
    program.invariant(
        "a write that needs a flush before it is sent after that",
        memory -> {
          int list = memory.get(in_flight);
          for (int i = 0; i < requests; i++) {
            int rq = q.request(i);
            if (Ids.contains(list, rq, bits)
                && asks(rq, BlkFlush.REQ_PREFLUSH)
                && (memory.get(covered) & (1 << before(rq))) == 0) {
              return false;
            }
          }
          return true;
        });
  }

  private boolean noFlush(int list, int bits) {
    for (int l = list; l != 0; l = Ids.rest(l, bits)) {
      if (q.is_flush_rq(Ids.first(l, bits))) {
        return false;
      }
    }
    return true;
  }
}
