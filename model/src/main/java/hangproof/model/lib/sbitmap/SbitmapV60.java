// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.lib.sbitmap;

import hangproof.machine.Atomic;
import hangproof.machine.KernelSource;
import hangproof.machine.Machine;
import hangproof.model.kernel.sched.Wait;
import hangproof.model.kernel.sched.WaitQueueEntry;
import java.util.List;

/**
 * With 040b83fcecfb (August 2022): whoever finds the count below zero, or nobody asleep, tries
 * again; the one that brings it to zero wakes first and then starts the next count.
 */
public class SbitmapV60 extends SbitmapV59 {
  private static final int BELOW_ZERO = -1;

  public SbitmapV60(Machine machine, Wait wait, Size size, List<List<WaitQueueEntry>> sleepers) {
    super(machine, wait, size, sleepers);
  }

  /** Nothing is left out. */
  @Override
  protected boolean sbitmap_deferred_clear() {
    return deferred_clear_lockless();
  }

  /**
   * {@code atomic_dec_return}, but all counts below zero are one: only the sign is ever looked at,
   * and callers that try again go on decrementing for as long as it is negative.
   */
  protected final int dec_return(Atomic cnt) {
    return loop(
            0,
            turn -> {
              int old = atomic_read(cnt);
              int left = Math.max(old - 1, BELOW_ZERO);
              return atomic_cmpxchg(cnt, old, left) == old ? ~(left - BELOW_ZERO) : 0;
            })
        + BELOW_ZERO;
  }

  /** Left out: the batch, which never changes. */
  @Override
  @KernelSource(version = "040b83fcecfb", file = "lib/sbitmap.c", line = 602)
  protected boolean __sbq_wake_up() {
    int index = call(this::sbq_wake_ptr);
    if (index == NONE) {
      return false;
    }
    int left = dec_return(wait_cnt.get(index));
    if (left < 0 || !wait.waitqueue_active(ws.get(index))) {
      return true;
    }
    if (left > 0) {
      return false;
    }
    wake_and_count_anew(index);
    return false;
  }

  /** The C code's barrier is smp_mb__before_atomic(), though an atomic_read comes next. */
  protected final void wake_and_count_anew(int index) {
    wait.wake_up_nr(ws.get(index), wake_batch);
    smp_mb();
    sbq_index_atomic_inc(wake_index);
    atomic_set(wait_cnt.get(index), wake_batch);
  }
}
