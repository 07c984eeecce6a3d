// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block.tags;

import hangproof.machine.KernelSource;
import hangproof.machine.Machine;
import hangproof.machine.Port;
import hangproof.machine.SpinLock;
import hangproof.machine.Work;
import hangproof.model.kernel.sched.Wait;
import hangproof.model.kernel.sched.WaitQueueEntry;
import hangproof.model.kernel.sched.WaitQueueHead;
import hangproof.model.lib.sbitmap.SbitmapQueue;
import java.util.List;
import java.util.function.Function;

/**
 * block/blk-mq.c: a hardware queue that shares its tags with others, and waits for one: its entry
 * on a wait queue of the tags runs the queue when it is woken.
 */
public class BlkMqMarkTagWait extends Port {
  private static final int BLK_MQ_NO_TAG = -1;

  private final Wait wait;
  public final SbitmapQueue sbq;
  public final Work run_work;
  private final SpinLock dispatch_wait_lock;
  private final WaitQueueEntry dispatch_wait;

  /**
   * A hardware queue.
   *
   * @param tags makes the tags, given who may be on each of their wait queues
   */
  public BlkMqMarkTagWait(
      Machine machine, Wait wait, Function<List<List<WaitQueueEntry>>, SbitmapQueue> tags) {
    super(machine);
    this.wait = wait;
    this.dispatch_wait_lock = machine.lock("hctx.dispatch_wait_lock");
    this.dispatch_wait =
        new WaitQueueEntry(
            machine, "hctx.dispatch_wait", 1, null, false, this::blk_mq_dispatch_wake);
    this.sbq = tags.apply(List.of(List.of(dispatch_wait)));
    this.run_work = machine.work("hctx.run_work");
  }

  /** Left out: counting active requests, the share of each queue, reserved tags. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 1106,
      sha256 = "e9d859ab368dfb183417f1bb30942eacb853bde9f83c29fe6bb2a32d1351e7d7")
  private boolean __blk_mq_get_driver_tag() {
    return sbq.__sbitmap_queue_get() != BLK_MQ_NO_TAG;
  }

  /** Left out: a request that has a tag already. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 1130,
      sha256 = "3e92c354e92a6a8da8ab476e91ed4faa894fc500953ff469005523f7279864ed")
  public final boolean blk_mq_get_driver_tag() {
    return __blk_mq_get_driver_tag();
  }

  /** Nothing is left out; to run the queue later is to queue its work. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 1146,
      sha256 = "1b6d327e517a5a3d400eb0f7973b89aa270042fcf1bd36741f1f224a0e06e98d")
  private int blk_mq_dispatch_wake(WaitQueueHead wq, WaitQueueEntry entry, int mode) {
    spin_lock(dispatch_wait_lock);
    if (!wait.entry_empty(entry)) {
      wait.list_del_init_entry(wq, entry);
      atomic_dec(sbq.ws_active);
    }
    spin_unlock(dispatch_wait_lock);
    mod_delayed_work(run_work, 0);
    return 1;
  }

  /** Left out: tags that are not shared; the choice of a wait queue, since there is one. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 1173,
      sha256 = "c80d0b355722e47dd3200eb31749872f2d3a9aec421943964e84abae519ffc07")
  public final boolean blk_mq_mark_tag_wait() {
    if (!wait.entry_empty(dispatch_wait)) {
      return false;
    }
    WaitQueueHead wq = sbq.ws.get(0);
    spin_lock(wq.lock);
    spin_lock(dispatch_wait_lock);
    if (!wait.entry_empty(dispatch_wait)) {
      spin_unlock(dispatch_wait_lock);
      spin_unlock(wq.lock);
      return false;
    }
    atomic_inc(sbq.ws_active);
    wait.__add_wait_queue(wq, dispatch_wait);
    order_wait_and_get();
    boolean ret = blk_mq_get_driver_tag();
    if (ret) {
      wait.list_del_init_entry(wq, dispatch_wait);
      atomic_dec(sbq.ws_active);
    }
    spin_unlock(dispatch_wait_lock);
    spin_unlock(wq.lock);
    return ret;
  }

  /** Nothing, until 2024. */
  protected void order_wait_and_get() {}

  /**
   * The end of blk_mq_dispatch_rq_list for a request without a tag, with RESTART set: whether
   * nobody is going to wake the queue.
   */
  public final boolean no_tag_and_not_waiting() {
    smp_mb();
    return wait.entry_empty(dispatch_wait);
  }
}
