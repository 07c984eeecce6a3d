// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.lib.sbitmap;

import hangproof.machine.Atomic;
import hangproof.machine.KernelSource;
import hangproof.machine.Machine;
import hangproof.machine.Op;
import hangproof.machine.Order;
import hangproof.model.kernel.sched.Wait;
import hangproof.model.kernel.sched.WaitQueueEntry;
import java.util.List;
import java.util.stream.IntStream;

/** v5.9: {@code cleared} under a lock, a count of frees for each wait queue. */
public class SbitmapV59 extends SbitmapQueue {
  protected static final int NONE = -1;

  /** Two that fail each other's cmpxchg may go on for ever: a search that meets less says so. */
  private static final int LOWEST = -12;

  protected final List<Atomic> wait_cnt;

  public SbitmapV59(Machine machine, Wait wait, Size size, List<List<WaitQueueEntry>> sleepers) {
    super(machine, wait, size, sleepers);
    wait_cnt =
        IntStream.range(0, size.queues())
            .mapToObj(
                i -> machine.atomic("sbq.ws" + i + ".wait_cnt", wake_batch, LOWEST, wake_batch))
            .toList();
  }

  /**
   * The C code clears the word's bits in a loop around cmpxchg, which reads nothing else and ends
   * with the one that succeeds: here it is that one.
   */
  @Override
  @KernelSource(
      version = "v5.9",
      file = "lib/sbitmap.c",
      line = 15,
      sha256 = "3e3b83e0e0360b47ea4a8f3445c8efad1fbf554dd0af79e7dc6edd2c5b36d6b7")
  protected boolean sbitmap_deferred_clear() {
    return call(
            () -> {
              spin_lock(swap_lock);
              if (read_bits(cleared) == 0) {
                spin_unlock(swap_lock);
                return 0;
              }
              int mask = xchg_bits(cleared, 0);
              machine.access(word, Op.AND, ~mask, 0, Order.FULL);
              spin_unlock(swap_lock);
              return 1;
            })
        != 0;
  }

  /** Nothing is left out; returns the index of the queue, or NONE. */
  @KernelSource(
      version = "v5.9",
      file = "lib/sbitmap.c",
      line = 491,
      sha256 = "9171e6a68a566cc05193f481491033a5f7b92fd6d5a0dee30e6b5840526b9da8")
  protected int sbq_wake_ptr() {
    if (atomic_read(ws_active) == 0) {
      return NONE;
    }
    int index = atomic_read(wake_index);
    for (int i = 0; i < size.queues(); i++) {
      if (wait.waitqueue_active(ws.get(index))) {
        if (index != atomic_read(wake_index)) {
          atomic_set(wake_index, index);
        }
        return index;
      }
      index = sbq_index_inc(index);
    }
    return NONE;
  }

  /** Left out: the batch, which never changes. */
  @KernelSource(
      version = "v5.9",
      file = "lib/sbitmap.c",
      line = 514,
      sha256 = "d687ef69b9816322e3250942ccf35f474f35e37f9be04dd4a1031a4250ca42c8")
  protected boolean __sbq_wake_up() {
    int index = call(this::sbq_wake_ptr);
    if (index == NONE) {
      return false;
    }
    Atomic cnt = wait_cnt.get(index);
    int left = atomic_dec_return(cnt);
    if (left <= 0) {
      smp_mb__before_atomic();
      int ret = atomic_cmpxchg(cnt, left, wake_batch);
      if (ret == left) {
        sbq_index_atomic_inc(wake_index);
        wait.wake_up_nr(ws.get(index), wake_batch);
        return false;
      }
      return true;
    }
    return false;
  }

  /** Nothing is left out; one bit at a time. */
  @Override
  @KernelSource(
      version = "v5.9",
      file = "lib/sbitmap.c",
      line = 555,
      sha256 = "69d867c886eaa535c113f49f2f7534280a2b276214a78045d795786bd7947732")
  public void sbitmap_queue_wake_up(int nr) {
    loop(0, turn -> __sbq_wake_up() ? 0 : ~0);
  }
}
