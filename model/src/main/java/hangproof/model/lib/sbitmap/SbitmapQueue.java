// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.lib.sbitmap;

import hangproof.machine.Atomic;
import hangproof.machine.KernelSource;
import hangproof.machine.Machine;
import hangproof.machine.SpinLock;
import hangproof.model.kernel.sched.Sched;
import hangproof.model.kernel.sched.Wait;
import hangproof.model.kernel.sched.WaitQueueEntry;
import hangproof.model.kernel.sched.WaitQueueHead;
import java.util.List;
import java.util.stream.IntStream;

/**
 * lib/sbitmap.c: {@code struct sbitmap_queue} of one word, with allocation and waiting.
 *
 * <p>What changed over time is abstract: how bits in {@code cleared} come back into {@code word},
 * and who is woken by a bit that is freed.
 */
public abstract class SbitmapQueue extends SbitmapWord {

  /**
   * The size of a queue.
   *
   * @param depth bits
   * @param busy how many of them, from bit 0, are in use at first
   * @param wake_batch bits that must be freed before somebody is woken
   * @param queues wait queues ({@code SBQ_WAIT_QUEUES}, 8 in the kernel), a power of two
   * @param frees how often a bit is freed, at most: bounds the counters
   */
  public record Size(int depth, int busy, int wake_batch, int queues, int frees) {}

  protected final Size size;
  protected final int wake_batch;
  protected final Sched sched;
  protected final Wait wait;
  protected final SpinLock swap_lock;
  public final List<WaitQueueHead> ws;
  protected final Atomic wake_index;
  public final Atomic ws_active;

  protected SbitmapQueue(
      Machine machine, Wait wait, Size size, List<List<WaitQueueEntry>> sleepers) {
    super(machine, "sbq", size.depth(), size.busy());
    this.size = size;
    this.wake_batch = size.wake_batch();
    this.sched = new Sched(machine);
    this.wait = wait;
    this.swap_lock = machine.lock("sbq.swap_lock");
    this.ws =
        IntStream.range(0, size.queues())
            .mapToObj(i -> new WaitQueueHead(machine, "sbq.ws" + i, sleepers.get(i)))
            .toList();
    this.wake_index = machine.atomic("sbq.wake_index", 0, 0, size.queues() - 1);
    this.ws_active =
        machine.atomic(
            "sbq.ws_active",
            0,
            0,
            (int) sleepers.stream().flatMap(List::stream).distinct().count());
  }

  // ---- allocation

  /** Left out: the hint. */
  @KernelSource(
      version = "v5.9",
      file = "lib/sbitmap.c",
      line = 424,
      sha256 = "08456d9196a7eb5241ce88785c4e7b68c4b16897832ef93e462212393b91a4be")
  public int __sbitmap_queue_get() {
    return sbitmap_find_bit_in_word();
  }

  // ---- freeing

  /** Wakes whoever must be woken now that {@code nr} bits are free. */
  public abstract void sbitmap_queue_wake_up(int nr);

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.9",
      file = "include/linux/sbitmap.h",
      line = 316,
      sha256 = "438fe3847bd4e858702b73237367a4ba1e0e0086510b60fae64e8b664d0a34fd")
  private void sbitmap_deferred_clear_bit(int bitnr) {
    set_bit(bitnr, cleared);
  }

  /** Left out: the hint. */
  @KernelSource(
      version = "v6.18",
      file = "lib/sbitmap.c",
      line = 676,
      sha256 = "76c2a22e10bd984da4ea97cb59652e49a71d80d756c5f768bf0f40e0ea81b547")
  public void sbitmap_queue_clear(int nr) {
    smp_mb__before_atomic();
    sbitmap_deferred_clear_bit(nr);
    smp_mb__after_atomic();
    call(
        () -> {
          sbitmap_queue_wake_up(1);
          return 0;
        });
  }

  // ---- waiting

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.9",
      file = "include/linux/sbitmap.h",
      line = 490,
      sha256 = "302c8450a4f11f4ecf43bae1397d9dd727d56a5d5ea780f9a8702632186d2e2a")
  protected final int sbq_index_inc(int index) {
    return (index + 1) & (size.queues() - 1);
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.9",
      file = "include/linux/sbitmap.h",
      line = 495,
      sha256 = "0ae487158fc83b1a42a1c90c868cf0b2b50871df66a0ad9018d2f401cf321334")
  public final void sbq_index_atomic_inc(Atomic index) {
    int old = atomic_read(index);
    atomic_cmpxchg(index, old, sbq_index_inc(old));
  }

  /** Nothing is left out; returns the queue's index. */
  @KernelSource(
      version = "v5.9",
      file = "include/linux/sbitmap.h",
      line = 508,
      sha256 = "23b6cddfedff738ba44e683b87072bc296b11db2dad2015e68288ef2e8bd50e2")
  public int sbq_wait_ptr(Atomic wait_index) {
    int ws_index = atomic_read(wait_index);
    sbq_index_atomic_inc(wait_index);
    return ws_index;
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.9",
      file = "lib/sbitmap.c",
      line = 671,
      sha256 = "65a8a9162b3e92c7d1b8f2d554724dacdafbb5eebce29a1d22254292c2d247eb")
  public void sbitmap_prepare_to_wait(WaitQueueHead queue, SbqWait sbq_wait, int state) {
    if (read(sbq_wait.sbq) == 0) {
      atomic_inc(ws_active);
      write(sbq_wait.sbq, 1);
    }
    wait.prepare_to_wait_exclusive(queue, sbq_wait.wait, state);
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.9",
      file = "lib/sbitmap.c",
      line = 683,
      sha256 = "2796e952f7aaacba897402480e63a0ba9672920a392fe0295b018a58a99a23c2")
  public void sbitmap_finish_wait(WaitQueueHead queue, SbqWait sbq_wait) {
    wait.finish_wait(queue, sbq_wait.wait);
    if (read(sbq_wait.sbq) != 0) {
      atomic_dec(ws_active);
      write(sbq_wait.sbq, 0);
    }
  }
}
