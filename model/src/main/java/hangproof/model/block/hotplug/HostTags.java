// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block.hotplug;

import hangproof.machine.Bits;
import hangproof.machine.KernelSource;
import hangproof.machine.ListHead;
import hangproof.machine.Machine;
import hangproof.machine.Op;
import hangproof.machine.Order;
import hangproof.machine.Port;
import hangproof.machine.SpinLock;
import hangproof.machine.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * block/blk-mq.c and block/blk-mq-tag.c: requests, and a CPU that goes away. There are CPU 0, which
 * stays, and CPU 1, which goes.
 *
 * <p>As in v5.10, where other versions are not named. A host has one tag space, whether it has one
 * hardware queue or one for each CPU (BLK_MQ_F_TAG_HCTX_SHARED). Plain accesses to a request are
 * ONCE here.
 */
public class HostTags extends Port {
  /** {@code BLK_MQ_S_INACTIVE}. */
  private static final int BLK_MQ_S_INACTIVE = 0;

  private static final int CPUS = 2;

  /**
   * What differs between kernels.
   *
   * @param nr_hw_queues 1, or one for each CPU
   * @param drains whether a hardware queue whose last CPU goes away waits for its requests
   *     (bf0beec0607d; v5.9 does)
   * @param shared_rqs whether the hardware queues have one set of requests (v5.19), rather than one
   *     each
   * @param batch whether tags are taken in batches, which nobody checks against INACTIVE (v5.19)
   * @param softirq whether requests are completed in softirq context: so it is with one hardware
   *     queue, and so it was proposed for all hosts with one tag space
   */
  public record Version(
      int nr_hw_queues, boolean drains, boolean shared_rqs, boolean batch, boolean softirq) {}

  private final Version version;
  private final IntConsumer complete;

  /** Whether CPU 1 is online. */
  private final Word online;

  /** Of the hardware queue of CPU 1, if it has one. */
  private final Bits state;

  /** Tags that are taken. */
  private final Bits tags;

  /** {@code static_rqs[tag]->mq_hctx} of each set of requests, as number plus 1; 0 is NULL. */
  private final List<List<Word>> mq_hctx = new ArrayList<>();

  /** {@code blk_cpu_done} of each CPU, and what stands for its disabled interrupts. */
  private final List<ListHead> blk_cpu_done = new ArrayList<>();

  private final List<SpinLock> local_irq = new ArrayList<>();

  /**
   * A host.
   *
   * @param requests as many as there are tags
   * @param last_hctx the hardware queue that last used each request that CPU 1 may get, -1 if none
   *     ever did
   * @param complete what is done about a request that is completed, before it is freed
   */
  public HostTags(
      Machine machine, Version version, int requests, int last_hctx, IntConsumer complete) {
    super(machine);
    this.version = version;
    this.complete = complete;
    this.online = machine.word("cpu1.online", 1, 0, 1);
    this.state = machine.bits("hctx1.state", 0, 1);
    this.tags = machine.bits("tags", 0, requests);
    for (int set = 0; set < (version.shared_rqs() ? 1 : version.nr_hw_queues()); set++) {
      List<Word> rqs = new ArrayList<>();
      for (int tag = 0; tag < requests; tag++) {
        String name = "rq" + set + "_" + (tag + 1) + ".mq_hctx";
        rqs.add(machine.word(name, last_hctx + 1, 0, version.nr_hw_queues()));
      }
      mq_hctx.add(rqs);
    }
    for (int cpu = 0; cpu < CPUS; cpu++) {
      SpinLock lock = machine.lock("cpu" + cpu + ".irqs_off");
      local_irq.add(lock);
      blk_cpu_done.add(machine.list("cpu" + cpu + ".blk_cpu_done", requests).writtenUnder(lock));
    }
  }

  /** The tags that are taken, to say that none is in the end. */
  public Bits tags() {
    return tags;
  }

  /** Where the task is: on a CPU that is online, and on another a moment later. */
  public int raw_smp_processor_id() {
    return READ_ONCE(online) != 0 ? machine.choose(CPUS) : 0;
  }

  private Word mq_hctx(int hctx, int tag) {
    return mq_hctx.get(version.shared_rqs() ? 0 : hctx).get(tag);
  }

  // ---- allocation

  /** With as many hardware queues as CPUs each CPU has its own; otherwise there is one. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.h",
      line = 104,
      sha256 = "2531e06d8203de3d2267b499f56ed2f1d222f9934fbaaf7a056c00921da60ab4")
  private int blk_mq_map_queue(int cpu) {
    return version.nr_hw_queues() == 1 ? 0 : cpu;
  }

  /** Only hardware queue 1 ever is: CPU 0 stays. */
  private boolean inactive(int hctx) {
    return version.nr_hw_queues() > 1 && hctx == 1 && test_bit(BLK_MQ_S_INACTIVE, state);
  }

  /**
   * Left out: waiting for a tag, since there are enough; the search for a free one: each task finds
   * the one at its CPU's hint. Returns whether it got it.
   */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq-tag.c",
      line = 89,
      sha256 = "4e2bf1921f360663eabd134b9d67377cf574c4f35b5d2b42c9bdbeb550249dca")
  private boolean blk_mq_get_tag(int hctx, int tag) {
    BUG_ON(test_and_set_bit_lock(tag, tags), "a free tag is taken");
    order_tag_before_inactive();
    if (!version.batch() && inactive(hctx)) {
      blk_mq_put_tag(tag);
      return false;
    }
    return true;
  }

  /** Nothing: it is left to test_and_set_bit_lock, which is an acquire. */
  protected void order_tag_before_inactive() {}

  /** Left out: waiters. The deferred clear is one with the clear. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq-tag.c",
      line = 181,
      sha256 = "8813179befe04466d966ea50c9a310a514027472514b59c8030cf3f734ef8a5a")
  private void blk_mq_put_tag(int tag) {
    smp_mb__before_atomic();
    clear_bit(tag, tags);
    smp_mb__after_atomic();
  }

  /** Left out: all fields of a request but the one that the drain looks at. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 275,
      sha256 = "22c17eaa026a6d28e075dc2a78fc3ed4c6835b3c7b86557a8ea1fccb4159d6d8")
  private void blk_mq_rq_ctx_init(int hctx, int tag) {
    WRITE_ONCE(mq_hctx(hctx, tag), hctx + 1);
  }

  /** Left out: schedulers, NOWAIT. Returns the hardware queue of the request. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 346,
      sha256 = "910b521ae8db8099566f145bb48797bd87f14c6d28c855786d6073c9d3e23b3a")
  public int __blk_mq_alloc_request(int tag) {
    return loop(
        0,
        turn -> {
          int hctx = blk_mq_map_queue(raw_smp_processor_id());
          return alloc_once(hctx, tag) ? ~hctx : 0;
        });
  }

  /** One turn of its loop. */
  public final boolean alloc_once(int hctx, int tag) {
    if (!blk_mq_get_tag(hctx, tag)) {
      return false;
    }
    blk_mq_rq_ctx_init(hctx, tag);
    return recheck(hctx, tag);
  }

  /** Nothing in any kernel: a place for a second look at INACTIVE. */
  protected boolean recheck(int hctx, int tag) {
    return true;
  }

  /** The second look: a full barrier, INACTIVE, and the tag goes back if it is set. */
  protected final boolean still_active(int hctx, int tag) {
    smp_mb();
    if (inactive(hctx)) {
      blk_mq_put_tag(tag);
      return false;
    }
    return true;
  }

  // ---- completion

  /** Left out: completion on another CPU, polling. The C code says whether it is left to it. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 671,
      sha256 = "93d390064aed305457f7e31f1f164ffc3705773f5cceee5e9832223ef9cf30ec")
  public void blk_mq_complete_request(int cpu, int rq) {
    if (version.softirq()) {
      blk_mq_trigger_softirq(cpu, rq);
    } else {
      end_request(rq);
    }
  }

  private void end_request(int rq) {
    complete.accept(rq);
    blk_mq_put_tag(rq - 1);
  }

  /** Nothing is left out: the softirq sees by itself that the list is not empty. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 599,
      sha256 = "f13dba3d98543bf602bfeb179a979bdd25385386b7d1f1208b4ff8a67406507d")
  private void blk_mq_trigger_softirq(int cpu, int rq) {
    spin_lock(local_irq.get(cpu));
    list_add_tail(rq, blk_cpu_done.get(cpu));
    spin_unlock(local_irq.get(cpu));
  }

  /**
   * One turn of the softirq: waits until there is something to do, and does the first of it.
   * Returns false if the CPU is gone.
   */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 581,
      sha256 = "71902bf7a74783fda727b01e3bc12e7281fef25e087369c3bd163765352dd5bb")
  public boolean blk_done_softirq(int cpu) {
    machine.access(blk_cpu_done.get(cpu), Op.AWAIT_NE, 0, 0, Order.ONCE);
    spin_lock(local_irq.get(cpu));
    if (cpu == 1 && READ_ONCE(online) == 0) {
      spin_unlock(local_irq.get(cpu));
      return false;
    }
    int rq = list_first_entry_or_null(blk_cpu_done.get(cpu));
    if (rq != 0) {
      list_del_init(rq, blk_cpu_done.get(cpu));
    }
    spin_unlock(local_irq.get(cpu));
    if (rq != 0) {
      end_request(rq);
    }
    return true;
  }

  // ---- CPU 1 goes away

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 2484,
      sha256 = "990e666c94ab65a04edcf0df209c1d58b83aa680bb2fb553597fcfd2749ad163")
  private boolean blk_mq_last_cpu_in_hctx() {
    return version.nr_hw_queues() > 1;
  }

  /** Over the hardware queue's own requests, or those that all have in common. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 2472,
      sha256 = "3527892bd25d73760d679ef09e58f483f6aef857ac7350224d787b973dcba8df")
  public final boolean blk_mq_hctx_has_requests() {
    return call(
            () -> {
              for (int tag = 0; tag < tags.count(); tag++) {
                if (test_bit(tag, tags) && READ_ONCE(mq_hctx(1, tag)) == 2) {
                  return 1;
                }
              }
              return 0;
            })
        != 0;
  }

  /** Left out: a queue that is frozen. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 2494,
      sha256 = "4c82e7b2dd198183bf7a4ef3766f914971f91b5fd928adb9ee26965b706b1ee8")
  public void blk_mq_hctx_notify_offline() {
    if (!version.drains() || !blk_mq_last_cpu_in_hctx()) {
      return;
    }
    mark_inactive();
    loop(0, turn -> blk_mq_hctx_has_requests() ? 0 : ~0);
  }

  /** The first lines of it. */
  public final void mark_inactive() {
    set_bit(BLK_MQ_S_INACTIVE, state);
    smp_mb__after_atomic();
  }

  /** No task runs there any more, nor any softirq: stop_machine, which orders it all. */
  public void set_cpu_offline() {
    spin_lock(local_irq.get(1));
    WRITE_ONCE(online, 0);
    smp_mb();
    spin_unlock(local_irq.get(1));
  }

  /** What the CPU has not completed yet another one does. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq.c",
      line = 618,
      sha256 = "1b55f42ec3e939c9240abbdef9af247655afd9370124c178ed8f176b110a1119")
  public void blk_softirq_cpu_dead() {
    spin_lock(local_irq.get(1));
    int left = list_splice_init(blk_cpu_done.get(1));
    spin_unlock(local_irq.get(1));
    if (left != 0) {
      spin_lock(local_irq.get(0));
      list_splice_tail(left, blk_cpu_done.get(0));
      spin_unlock(local_irq.get(0));
    }
  }
}
