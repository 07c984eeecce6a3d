// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block.tags;

import static hangproof.model.kernel.sched.Task.TASK_UNINTERRUPTIBLE;

import hangproof.machine.Atomic;
import hangproof.machine.KernelSource;
import hangproof.machine.Machine;
import hangproof.machine.Port;
import hangproof.model.kernel.sched.Sched;
import hangproof.model.kernel.sched.WaitQueueHead;
import hangproof.model.lib.sbitmap.SbitmapQueue;
import hangproof.model.lib.sbitmap.SbqWait;

/** block/blk-mq-tag.c: tags of an sbitmap that are taken, waited for and given back. */
public final class BlkMqGetTag extends Port {
  private static final int BLK_MQ_NO_TAG = -1;

  private final Sched sched;
  private final SbitmapQueue bt;

  public BlkMqGetTag(Machine machine, SbitmapQueue bt) {
    super(machine);
    this.sched = new Sched(machine);
    this.bt = bt;
  }

  /** Left out: the share of a queue that shares its tags, a limit on the depth. */
  @KernelSource(
      version = "v6.18",
      file = "block/blk-mq-tag.c",
      line = 109,
      sha256 = "e450ba14d09e2de14496946e6c8f5915927bc6199d20231000d8664ae3c98e98")
  private int __blk_mq_get_tag() {
    return bt.__sbitmap_queue_get();
  }

  /** Nothing is left out; returns the queue's index. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq-tag.h",
      line = 49,
      sha256 = "c9ffd94d06618371b9f0a04f169920a8ff3ba983942eefad60df1b646340d7f6")
  private int bt_wait_ptr(Atomic wait_index) {
    return bt.sbq_wait_ptr(wait_index);
  }

  /**
   * Left out: reserved tags, NOWAIT, running the hardware queue (it has nothing to run), moving to
   * another hardware queue while asleep, hardware queues that go away.
   *
   * @param wait_index the hardware queue's
   */
  @KernelSource(
      version = "v6.18",
      file = "block/blk-mq-tag.c",
      line = 137,
      sha256 = "083ccbe4183cca42579aba234fb709bc91efcf7e06e6b0b3ef5c0758c772eb6c")
  public int blk_mq_get_tag(Atomic wait_index, SbqWait me) {
    int tag = __blk_mq_get_tag();
    if (tag != BLK_MQ_NO_TAG) {
      return tag;
    }
    return loop(
        bt_wait_ptr(wait_index),
        index -> {
          WaitQueueHead ws = bt.ws.get(index);
          int got = __blk_mq_get_tag();
          if (got == BLK_MQ_NO_TAG) {
            bt.sbitmap_prepare_to_wait(ws, me, TASK_UNINTERRUPTIBLE);
            got = __blk_mq_get_tag();
          }
          if (got != BLK_MQ_NO_TAG) {
            bt.sbitmap_finish_wait(ws, me);
            return ~got;
          }
          sched.io_schedule(me.wait.task);
          bt.sbitmap_finish_wait(ws, me);
          return bt_wait_ptr(wait_index);
        });
  }

  /** Left out: reserved tags. */
  @KernelSource(
      version = "v6.18",
      file = "block/blk-mq-tag.c",
      line = 228,
      sha256 = "b28e952874c862cee72c8b3b751449dcc03e7f6c689eaa9e3364ec1b3f127c50")
  public void blk_mq_put_tag(int tag) {
    bt.sbitmap_queue_clear(tag);
  }
}
