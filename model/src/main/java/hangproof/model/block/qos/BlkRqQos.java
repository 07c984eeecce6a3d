// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block.qos;

import hangproof.machine.Atomic;
import hangproof.machine.KernelSource;
import hangproof.machine.Machine;
import hangproof.machine.Port;
import hangproof.machine.Word;
import hangproof.model.kernel.sched.Sched;
import hangproof.model.kernel.sched.Task;
import hangproof.model.kernel.sched.Wait;
import hangproof.model.kernel.sched.WaitQueueEntry;
import hangproof.model.kernel.sched.WaitQueueHead;
import java.util.List;
import java.util.stream.IntStream;

/**
 * block/blk-rq-qos.c, and what block/blk-wbt.c makes of it: as many requests in flight as the limit
 * allows, the others asleep until one of those ends. {@code rq_qos_wait} is abstract: its versions
 * are subclasses.
 */
public abstract class BlkRqQos extends Port {

  /** {@code struct rq_qos_wait_data}: one that waits. */
  public static final class Data {
    final WaitQueueEntry wq;

    /** Plain in the C code, which is a data race by the letter; ONCE here, to look behind it. */
    final Word got_token;

    Data(WaitQueueEntry wq, Word got_token) {
      this.wq = wq;
      this.got_token = got_token;
    }

    Task task() {
      return wq.task;
    }
  }

  private final int wb_normal;
  protected final Sched sched;
  protected final Wait wait;
  public final RqWait rqw;
  public final List<Data> data;

  /**
   * Nothing in flight.
   *
   * @param waiters tasks that may wait
   * @param limit requests in flight at once
   */
  protected BlkRqQos(Machine machine, int waiters, int limit) {
    super(machine);
    wb_normal = limit;
    sched = new Sched(machine);
    wait = new Wait(machine, sched);
    data =
        IntStream.rangeClosed(1, waiters)
            .mapToObj(
                id ->
                    new Data(
                        new WaitQueueEntry(
                            machine,
                            "data" + id + ".wq",
                            id,
                            new Task(machine, "task" + id),
                            true,
                            this::rq_qos_wake_function),
                        machine.word("data" + id + ".got_token", 0, 0, 1)))
            .toList();
    rqw = new RqWait(machine, data.stream().map(d -> d.wq).toList(), limit);
  }

  /** Waits until one more request may be in flight. */
  public abstract void rq_qos_wait(Data me);

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.9",
      file = "block/blk-rq-qos.c",
      line = 9,
      sha256 = "add6e2d8d8a59a9ea8ebf6b55ed1a176e1e74baed555d09a75fde0b182b6ceda")
  private boolean atomic_inc_below(Atomic v, int below) {
    return loop(
            atomic_read(v),
            cur -> {
              if (cur >= below) {
                return ~0;
              }
              int old = atomic_cmpxchg(v, cur, cur + 1);
              return old == cur ? ~1 : old;
            })
        != 0;
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.9",
      file = "block/blk-rq-qos.c",
      line = 27,
      sha256 = "0715093d46fa72a05ac8fe115f40ba70767baafd675049d00c79c2b052b3a561")
  private boolean rq_wait_inc_below(int limit) {
    return atomic_inc_below(rqw.inflight, limit);
  }

  /** Left out: the choice of the limit. */
  @KernelSource(
      version = "v5.9",
      file = "block/blk-wbt.c",
      line = 492,
      sha256 = "ab418f032bf378851c2404358bcb3c00b3a662faa7bcd6725d9808ee60fbb417")
  protected final boolean wbt_inflight_cb() {
    return call(() -> rq_wait_inc_below(wb_normal) ? 1 : 0) != 0;
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.9",
      file = "block/blk-wbt.c",
      line = 498,
      sha256 = "c6520462355157d62014acb1bcf939d3b1e09217e76e5abf4e9642a4d2ad29b4")
  protected final void wbt_cleanup_cb() {
    wbt_rqw_done();
  }

  /** Left out: throttling that was switched off, discards, a write cache, the background limit. */
  @KernelSource(
      version = "v5.9",
      file = "block/blk-wbt.c",
      line = 127,
      sha256 = "351717b97e6e3af78e1790507e50fed4180024601196b7ba4365f2b0afb266e6")
  public final void wbt_rqw_done() {
    call(
        () -> {
          int inflight = atomic_dec_return(rqw.inflight);
          if (inflight != 0 && inflight >= wb_normal) {
            return 0;
          }
          if (wait.wq_has_sleeper(rqw.wait)) {
            wait.wake_up_all(rqw.wait);
          }
          return 0;
        });
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.9",
      file = "block/blk-rq-qos.c",
      line = 212,
      sha256 = "f9d3edc858032c20a0d0190015693e2fe6214daf5afe49fb3d78160e4156cf50")
  private int rq_qos_wake_function(WaitQueueHead wq_head, WaitQueueEntry curr, int mode) {
    if (!wbt_inflight_cb()) {
      return -1;
    }
    hand_over(wq_head, data.get(curr.id - 1), mode);
    return 1;
  }

  /** Gives the token to the waiter and wakes it. */
  protected void hand_over(WaitQueueHead wq_head, Data waiter, int mode) {
    WRITE_ONCE(waiter.got_token, 1);
    order_token_and_removal();
    wait.list_del_init_entry(wq_head, waiter.wq);
    sched.wake_up_process(waiter.task());
  }

  /** Between the token and the removal from the queue. */
  protected void order_token_and_removal() {
    smp_wmb();
  }

  /** Got the token without sleeping; a waker may have given another one meanwhile. */
  protected final void take_own_token(Data me) {
    wait.finish_wait(rqw.wait, me.wq);
    order_removal_and_token();
    if (READ_ONCE(me.got_token) != 0) {
      wbt_cleanup_cb();
    }
  }

  /** Between the removal from the queue and the token. */
  protected void order_removal_and_token() {
    smp_rmb();
  }
}
