// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.reduced;

import hangproof.machine.Atomic;
import hangproof.machine.Machine;
import hangproof.machine.Op;
import hangproof.machine.Order;
import hangproof.machine.Port;
import hangproof.machine.Work;

/**
 * The restarts protocol cut down to what the race needs: budget, restarts, one word for the
 * software queue, and the run work.
 *
 * <p>It follows the same functions as the faithful port and keeps their names; requests have no
 * identity, and a delayed run is queued at once, since a delay may be as short as it likes. So
 * nothing here stalls: counting that is the faithful port's business. It is the yardstick against
 * other tools, and its verdicts must be the faithful port's.
 */
public abstract class RestartsReduced extends Port {
  private final int queue_depth;

  /** Commands that hold a budget; a refused one as well, for a moment. */
  protected final Atomic device_busy;

  protected final Atomic restarts;

  /** Requests in the software queue. */
  protected final Atomic sw_queue;

  protected final Work run_work;

  /** Requests that the device has been given. */
  public final Atomic in_flight;

  public final Atomic done;

  /**
   * @param queue_depth commands that the device takes at once
   * @param requests in all
   * @param runners threads that may ask for a budget at once
   */
  protected RestartsReduced(Machine m, int queue_depth, int requests, int runners) {
    super(m);
    this.queue_depth = queue_depth;
    device_busy = m.atomic("device_busy", 0, 0, queue_depth + runners);
    restarts = m.atomic("restarts", 0, 0, mostRestarts(requests, runners));
    sw_queue = m.atomic("sw_queue", 0, 0, requests);
    in_flight = m.atomic("in_flight", 0, 0, queue_depth);
    run_work = m.work("run_work");
    done = m.ghost("done", requests);
  }

  /**
   * The highest value of restarts that a search at these bounds may meet: enough at every size
   * tried; a search that meets more says so.
   */
  protected int mostRestarts(int requests, int runners) {
    int submitters = Math.max(1, runners - 1);
    return (submitters < 6 ? 16 : 32) * (requests / submitters) - 1;
  }

  /** The submitter's side: queues a request and runs the hardware queue itself. */
  public void submit() {
    atomic_inc(sw_queue);
    dispatch();
  }

  /** The interrupt's side: waits for the device to finish a command, and completes it. */
  public void complete() {
    machine.access(in_flight, Op.AWAIT_DEC, 0, 0, Order.FULL);
    put_budget();
    free_tag();
    atomic_inc(done);
    scsi_run_queue_async();
  }

  /**
   * blk_mq_put_tag, which most versions here leave out: it comes between giving back the budget and
   * looking at restarts, and orders the two.
   */
  protected void free_tag() {}

  /** The kworker's side. */
  public void run_work_fn() {
    machine.access(run_work, Op.AWAIT_CLAIM, Work.QUEUED, Work.IDLE, Order.FULL);
    dispatch();
  }

  /** blk_mq_do_dispatch_ctx. */
  protected void dispatch() {
    loop(0, i -> dispatch_one() ? 0 : ~0);
  }

  protected boolean dispatch_one() {
    if (!has_pending()) {
      return false;
    }
    if (!scsi_mq_get_budget()) {
      return false;
    }
    if (!dequeue()) {
      put_budget();
      nothing_dequeued();
      return false;
    }
    queue_rq();
    return true;
  }

  /** blk_mq_hctx_has_pending. */
  protected final boolean has_pending() {
    return atomic_read(sw_queue) != 0;
  }

  protected final boolean dequeue() {
    return machine.access(sw_queue, Op.ADD_UNLESS, -1, 0, Order.FULL) != 0;
  }

  protected final void queue_rq() {
    atomic_inc(in_flight);
  }

  /** Budget taken and nothing dequeued: somebody else may have been refused meanwhile. */
  protected void nothing_dequeued() {
    mod_delayed_work(run_work, 0);
  }

  /** scsi_dev_queue_ready: increments first, checks then. */
  protected boolean scsi_dev_queue_ready() {
    int busy = atomic_inc_return(device_busy) - 1;
    if (busy >= queue_depth) {
      atomic_dec(device_busy);
      return false;
    }
    return true;
  }

  /** scsi_mq_put_budget, scsi_device_unbusy. */
  protected void put_budget() {
    atomic_dec(device_busy);
  }

  /** The count of budgets taken. */
  public final Atomic device_busy() {
    return device_busy;
  }

  protected int read_device_busy() {
    return atomic_read(device_busy);
  }

  protected final int queue_depth() {
    return queue_depth;
  }

  /** scsi_mq_get_budget. */
  protected abstract boolean scsi_mq_get_budget();

  protected abstract void scsi_run_queue_async();

  protected final void run_hw_queues_delayed() {
    mod_delayed_work(run_work, 0);
  }

  /** blk_mq_run_hw_queues(q, true). */
  protected void run_hw_queues() {
    if (has_pending()) {
      mod_delayed_work(run_work, 0);
    }
  }
}
