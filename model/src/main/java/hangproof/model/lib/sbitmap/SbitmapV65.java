// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.lib.sbitmap;

import hangproof.machine.Atomic;
import hangproof.machine.KernelSource;
import hangproof.machine.Machine;
import hangproof.model.kernel.sched.Wait;
import hangproof.model.kernel.sched.WaitQueueEntry;
import java.util.List;

/** v6.2 to v6.5: one count of frees for all queues; a batch wakes one queue. */
public class SbitmapV65 extends SbitmapQueue {
  public final Atomic completion_cnt;
  public final Atomic wakeup_cnt;

  public SbitmapV65(Machine machine, Wait wait, Size size, List<List<WaitQueueEntry>> sleepers) {
    super(machine, wait, size, sleepers);
    completion_cnt = machine.atomic("sbq.completion_cnt", 0, 0, size.frees());
    wakeup_cnt = machine.atomic("sbq.wakeup_cnt", 0, 0, size.frees());
  }

  /** Nothing is left out. */
  @Override
  protected boolean sbitmap_deferred_clear() {
    return deferred_clear_lockless();
  }

  /** Nothing is left out. */
  @KernelSource(version = "v6.5", file = "lib/sbitmap.c", line = 551)
  protected void __sbitmap_queue_wake_up(int batch) {
    if (atomic_read(ws_active) == 0) {
      return;
    }
    int nr = batch;
    int index = atomic_read(wake_index);
    for (int i = 0; i < size.queues(); i++) {
      int queue = index;
      index = sbq_index_inc(index);
      if (wait.waitqueue_active(ws.get(queue))) {
        nr = left_after(nr, wait.wake_up_nr(ws.get(queue), nr));
        if (nr == 0) {
          break;
        }
      }
    }
    if (index != atomic_read(wake_index)) {
      atomic_set(wake_index, index);
    }
  }

  /** How many are still to be woken; here one is enough. */
  protected int left_after(int nr, int woken) {
    return woken != 0 ? 0 : nr;
  }

  /** Left out: the batch, which never changes. */
  @Override
  @KernelSource(version = "v6.5", file = "lib/sbitmap.c", line = 583)
  public void sbitmap_queue_wake_up(int nr) {
    if (atomic_read(ws_active) == 0) {
      return;
    }
    atomic_add(completion_cnt, nr);
    int won =
        loop(
            atomic_read(wakeup_cnt),
            wakeups -> {
              if (atomic_read(completion_cnt) - wakeups < wake_batch) {
                return ~0;
              }
              int old = atomic_cmpxchg(wakeup_cnt, wakeups, wakeups + wake_batch);
              return old == wakeups ? ~1 : old;
            });
    if (won != 0) {
      __sbitmap_queue_wake_up(wake_batch);
    }
  }
}
