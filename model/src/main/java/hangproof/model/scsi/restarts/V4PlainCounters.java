// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.scsi.restarts;

import hangproof.machine.Atomic;
import hangproof.machine.Machine;
import hangproof.machine.SpinLock;
import hangproof.model.scsi.Bounds;
import hangproof.model.scsi.HostTemplate;

/**
 * Version 4 on counters that are read, then written: each under a lock, the way an architecture
 * without atomic instructions builds its atomic_t (arch/sparc/lib/atomic32.c), and looked at
 * without it.
 *
 * <p>So a processor may hold back the store, and the barrier after it counts: x86 shows what its
 * LOCKed instructions hide otherwise. Without the locks updates would be lost, and the budget with
 * them, whatever the barriers: see {@link V4TornCounters}.
 */
public class V4PlainCounters extends V4 {
  private final SpinLock device_busy_lock;
  private final SpinLock restarts_lock;

  public V4PlainCounters(Machine machine, Bounds bounds, HostTemplate hostt) {
    super(machine, bounds, hostt);
    this.device_busy_lock = machine.lock("sdev.device_busy.lock");
    this.restarts_lock = machine.lock("sdev.restarts.lock");
  }

  /** The barrier between the count and the look at device_busy. */
  protected void order_restarts_before_device_busy() {
    smp_mb();
  }

  protected void lock(SpinLock lock) {
    spin_lock(lock);
  }

  protected void unlock(SpinLock lock) {
    spin_unlock(lock);
  }

  private int add_return(Atomic v, int i, SpinLock lock) {
    lock(lock);
    int sum = atomic_read(v) + i;
    atomic_set(v, sum);
    unlock(lock);
    return sum;
  }

  private void add(Atomic v, int i, SpinLock lock) {
    call(
        () -> {
          add_return(v, i, lock);
          return 0;
        });
  }

  private int cmpxchg(Atomic v, int old, int value, SpinLock lock) {
    lock(lock);
    int seen = atomic_read(v);
    if (seen == old) {
      atomic_set(v, value);
    }
    unlock(lock);
    return seen;
  }

  @Override
  protected final boolean scsi_dev_queue_ready() {
    int busy = call(() -> add_return(sdev.device_busy, 1, device_busy_lock)) - 1;
    if (busy < read(sdev.queue_depth)) {
      return true;
    }
    add(sdev.device_busy, -1, device_busy_lock);
    return false;
  }

  @Override
  protected final void scsi_mq_put_budget() {
    add(sdev.device_busy, -1, device_busy_lock);
  }

  @Override
  protected final void scsi_device_unbusy(int rq) {
    add(sdev.device_busy, -1, device_busy_lock);
  }

  @Override
  protected final boolean scsi_mq_get_budget() {
    if (scsi_dev_queue_ready()) {
      return true;
    }
    add(restarts, 1, restarts_lock);
    order_restarts_before_device_busy();
    if (atomic_read(sdev.device_busy) == 0 && !scsi_device_blocked()) {
      blk.blk_mq_delay_run_hw_queues(q, SCSI_QUEUE_DELAY);
    }
    return false;
  }

  @Override
  protected final void scsi_run_queue_async() {
    int old = atomic_read(restarts);
    if (old != 0 && cmpxchg(restarts, old, 0, restarts_lock) == old) {
      blk.blk_mq_run_hw_queues(q, true);
    }
  }
}
