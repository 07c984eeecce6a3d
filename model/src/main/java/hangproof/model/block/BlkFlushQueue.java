// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block;

import hangproof.machine.ListHead;
import hangproof.machine.Machine;
import hangproof.machine.SpinLock;
import hangproof.machine.Word;
import hangproof.model.block.Geometry.Path;
import java.util.List;
import java.util.stream.IntStream;

/** {@code struct blk_flush_queue}, with what the flush machine keeps in the requests themselves. */
public final class BlkFlushQueue {
  public final SpinLock mq_flush_lock;

  /** {@code flush_queue[2]}: those that wait for a flush, and those that wait for its end. */
  public final List<ListHead> flush_queue;

  public final Word flush_pending_idx;
  public final Word flush_running_idx;

  /**
   * Not the time, but whether the timeout has passed since: a clock, which is a role of the
   * program, makes it 1. Stays 0 if the geometry has no {@link Path#FLUSH_TIMEOUT}. Not guarded,
   * since the clock takes no lock.
   */
  public final Word flush_pending_since;

  /** Before v6.5. */
  public final ListHead flush_data_in_flight;

  /** The same as a counter, since v6.5. */
  public final Word flush_data_in_flight_count;

  /** The queue's own request. */
  public final int flush_rq;

  /** {@code rq->flush.seq} by id. */
  private final List<Word> seq;

  /** The requests that go through the machine. Its lists have their places here, from 1. */
  private final List<Integer> sequenced;

  BlkFlushQueue(Machine machine, String name, Geometry geometry, int flush_rq) {
    this.sequenced =
        IntStream.range(0, geometry.nr_requests())
            .filter(i -> BlkFlush.op_is_flush(geometry.cmd_flags().get(i)))
            .map(i -> i < geometry.withData() ? i + 1 : i + 1 + geometry.nr_hw_queues())
            .boxed()
            .toList();
    int requests = sequenced.size();
    this.flush_rq = flush_rq;
    this.mq_flush_lock = machine.lock(name + ".mq_flush_lock");
    this.flush_queue =
        IntStream.range(0, 2)
            .mapToObj(i -> list(machine, name + ".flush_queue" + i, requests))
            .toList();
    this.flush_pending_idx = word(machine, name + ".flush_pending_idx", 1);
    this.flush_running_idx = word(machine, name + ".flush_running_idx", 1);
    this.flush_pending_since =
        machine.word(name + ".flush_pending_since", 0, 0, geometry.has(Path.FLUSH_TIMEOUT) ? 1 : 0);
    this.flush_data_in_flight = list(machine, name + ".flush_data_in_flight", requests);
    this.flush_data_in_flight_count = word(machine, name + ".flush_data_in_flight_count", requests);
    this.seq =
        sequenced.stream()
            .map(rq -> word(machine, "rq" + rq + ".flush.seq", BlkFlush.REQ_FSEQ_ACTIONS))
            .toList();
  }

  private ListHead list(Machine machine, String name, int ids) {
    return machine.list(name, ids).guardedBy(mq_flush_lock);
  }

  private Word word(Machine machine, String name, int most) {
    return machine.word(name, 0, 0, most).guardedBy(mq_flush_lock);
  }

  /** {@code rq->flush.list}: the request's id on this queue's lists. */
  public int flush_list(int rq) {
    return sequenced.indexOf(rq) + 1;
  }

  /** {@code list_entry(flush_list, struct request, flush.list)}. */
  public int rq(int flush_list) {
    return sequenced.get(flush_list - 1);
  }

  Word seq(int rq) {
    return seq.get(flush_list(rq) - 1);
  }
}
