// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block.tags;

import static hangproof.model.kernel.sched.Task.TASK_UNINTERRUPTIBLE;

import hangproof.machine.Atomic;
import hangproof.machine.Bits;
import hangproof.machine.KernelSource;
import hangproof.machine.Machine;
import hangproof.machine.Port;
import hangproof.machine.Word;
import hangproof.model.kernel.sched.Sched;
import hangproof.model.kernel.sched.Wait;
import hangproof.model.kernel.sched.WaitQueueEntry;
import hangproof.model.kernel.sched.WaitQueueHead;
import java.util.List;

/**
 * block/blk-mq-tag.c before sbitmap: {@code struct blk_mq_bitmap_tags} of one word, with one wait
 * queue, which a batch of one wakes ({@code wake_cnt} is 1 up to a depth of 15).
 *
 * <p>Left out: the last tag that each CPU remembers, which nobody else reads.
 */
public class BlkMqBitmapTags extends Port {
  private static final int WAKE_CNT = 1;

  private final Sched sched;
  private final Wait wait;
  public final Bits word;

  /**
   * {@code map[0].depth}. The C code reads and writes it plainly, which is a data race by the
   * letter, and stayed one with the fix; ONCE here, so that a search looks behind it.
   */
  public final Word depth;

  private final Atomic wait_cnt;
  private final WaitQueueHead bs_wait;

  /**
   * Tags of which some are in use.
   *
   * @param tags at most
   * @param depth in use at first
   * @param busy the tags in use at first, as bits
   */
  public BlkMqBitmapTags(
      Machine machine, Wait wait, int tags, int depth, int busy, List<WaitQueueEntry> sleepers) {
    super(machine);
    this.sched = new Sched(machine);
    this.wait = wait;
    this.word = machine.bits("tags.word", busy, tags);
    this.depth = machine.word("tags.depth", depth, 1, tags);
    this.wait_cnt = machine.atomic("tags.wait_cnt", WAKE_CNT, -tags, WAKE_CNT + tags);
    this.bs_wait = new WaitQueueHead(machine, "tags.bs.wait", sleepers);
  }

  /** Left out: starting from the last tag. Returns -1 if there is none. */
  @KernelSource(version = "v3.18", file = "block/blk-mq-tag.c", line = 137)
  private int __bt_get_word() {
    int end = READ_ONCE(depth);
    return loop(
            0,
            last_tag -> {
              int tag = Integer.numberOfTrailingZeros(~read_bits(word) & (-1 << last_tag));
              if (tag >= end) {
                return ~0;
              }
              return test_and_set(tag) ? tag + 1 : ~(tag + 1);
            })
        - 1;
  }

  /** A release elsewhere, an acquire here. */
  protected boolean test_and_set(int tag) {
    return test_and_set_bit_lock(tag, word);
  }

  /** Left out: the share of a queue that shares its tags, further words. */
  @KernelSource(version = "v3.18", file = "block/blk-mq-tag.c", line = 175)
  private int __bt_get() {
    return __bt_get_word();
  }

  /** Left out: moving to another CPU while asleep. */
  @KernelSource(version = "v3.18", file = "block/blk-mq-tag.c", line = 233)
  public int bt_get(WaitQueueEntry me) {
    int tag = call(this::__bt_get);
    if (tag != -1) {
      return tag;
    }
    tag =
        loop(
            0,
            turn -> {
              wait.prepare_to_wait(bs_wait, me, TASK_UNINTERRUPTIBLE);
              int got = call(this::__bt_get);
              if (got != -1) {
                return ~got;
              }
              sched.io_schedule(me.task);
              wait.finish_wait(bs_wait, me);
              return 0;
            });
    wait.finish_wait(bs_wait, me);
    return tag;
  }

  /** Left out: the index, since there is one queue. */
  @KernelSource(version = "v3.18", file = "block/blk-mq-tag.c", line = 315)
  private boolean bt_wake_ptr() {
    return wait.waitqueue_active(bs_wait);
  }

  /** Left out: the index. */
  @KernelSource(version = "v3.18", file = "block/blk-mq-tag.c", line = 337)
  public void bt_clear_tag(int tag) {
    clear(tag);
    if (!bt_wake_ptr()) {
      return;
    }
    int cnt = atomic_dec_return(wait_cnt);
    if (cnt < 0) {
      cnt = atomic_inc_return(wait_cnt);
    }
    if (cnt == 0) {
      atomic_add(wait_cnt, WAKE_CNT);
      wait.wake_up(bs_wait);
    }
  }

  /** How the bit is cleared. */
  protected void clear(int tag) {
    clear_bit_unlock(tag, word);
  }

  /** Left out: the index. */
  @KernelSource(version = "v3.18", file = "block/blk-mq-tag.c", line = 73)
  private void blk_mq_tag_wakeup_all() {
    order_update_and_wakeup();
    if (wait.waitqueue_active(bs_wait)) {
      wait.wake_up(bs_wait);
    }
  }

  /** Nothing, until 2015. */
  protected void order_update_and_wakeup() {}

  /** Left out: further words, the batch and the depth of the whole, which do not matter here. */
  @KernelSource(version = "v3.18", file = "block/blk-mq-tag.c", line = 439)
  private void bt_update_count(int new_depth) {
    WRITE_ONCE(depth, new_depth);
  }

  /** Left out: reserved tags. */
  @KernelSource(version = "v3.18", file = "block/blk-mq-tag.c", line = 570)
  public void blk_mq_tag_update_depth(int tdepth) {
    bt_update_count(tdepth);
    blk_mq_tag_wakeup_all();
  }
}
