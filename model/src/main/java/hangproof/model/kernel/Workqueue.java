// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.kernel;

import hangproof.machine.Bits;
import hangproof.machine.KernelSource;
import hangproof.machine.ListHead;
import hangproof.machine.Machine;
import hangproof.machine.Op;
import hangproof.machine.Order;
import hangproof.machine.Port;
import hangproof.machine.SpinLock;

/**
 * kernel/workqueue.c: a work item, the pool it is queued on, and the pool's worker.
 *
 * <p>Other ports use {@link hangproof.machine.Work} for a work item, which is this in fewer steps.
 */
public class Workqueue extends Port {
  /** {@code WORK_STRUCT_PENDING_BIT}. */
  public static final int WORK_STRUCT_PENDING_BIT = 0;

  private static final int THE_WORK = 1;

  /** {@code work->data}, of which only PENDING counts. */
  public final Bits data;

  private final SpinLock pool_lock;
  private final ListHead worklist;

  public Workqueue(Machine machine, String name) {
    super(machine);
    data = machine.bits(name + ".data", 0, 1);
    pool_lock = machine.lock(name + ".pool.lock");
    worklist = machine.list(name + ".pool.worklist", THE_WORK).writtenUnder(pool_lock);
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.9",
      file = "kernel/workqueue.c",
      line = 1509,
      sha256 = "e17ff950b0911dbce203c2a2529a4d433582e4268e36f122f64aed393975031d")
  public boolean queue_work_on() {
    if (!test_and_set_pending()) {
      __queue_work();
      return true;
    }
    return false;
  }

  /** {@code test_and_set_bit(WORK_STRUCT_PENDING_BIT, work_data_bits(work))}. */
  protected boolean test_and_set_pending() {
    return test_and_set_bit(WORK_STRUCT_PENDING_BIT, data);
  }

  /** Left out: the choice of a pool, limits on what is active, draining. */
  @KernelSource(
      version = "v5.9",
      file = "kernel/workqueue.c",
      line = 1392,
      sha256 = "8f1710088cef6e10af4d9e385d1b56fd98cb2cd7b6a6ae97a1ad9c7939b873e0")
  private void __queue_work() {
    spin_lock(pool_lock);
    insert_work();
    spin_unlock(pool_lock);
  }

  /** Left out: the pool's name in data, references, and waking a worker: it looks by itself. */
  @KernelSource(
      version = "v5.9",
      file = "kernel/workqueue.c",
      line = 1322,
      sha256 = "33b796c87d422237bea950376f1022153c64de4fff57bc31f321e6e55893e426")
  private void insert_work() {
    list_add_tail(THE_WORK, worklist);
    smp_mb();
  }

  /** Left out: the pool's number in data. */
  @KernelSource(
      version = "v5.9",
      file = "kernel/workqueue.c",
      line = 633,
      sha256 = "28ca0bc57d1aaa9b73770a396829fb2a256c92eb654baddf95865ddbbc85697d")
  private void set_work_pool_and_clear_pending() {
    smp_wmb();
    clear_pending();
    order_clear_and_work();
  }

  /** {@code atomic_long_set}: a plain store. */
  private void clear_pending() {
    machine.access(data, Op.WRITE, 0, 0, Order.ONCE);
  }

  /** The barrier of 2016. */
  protected void order_clear_and_work() {
    smp_mb();
  }

  /** One turn of the worker: waits for the item, then takes it. Left out: other items, workers. */
  @KernelSource(
      version = "v5.9",
      file = "kernel/workqueue.c",
      line = 2162,
      sha256 = "ecf1368df45d3e34ebd18c6c144da84b76bd1b4ca77062029c952b3b3f2eb761")
  public void process_one_work(Runnable current_func) {
    machine.access(worklist, Op.AWAIT_NE, 0, 0, Order.ONCE);
    spin_lock(pool_lock);
    list_del_init(THE_WORK, worklist);
    set_work_pool_and_clear_pending();
    spin_unlock(pool_lock);
    current_func.run();
  }
}
