// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.megaraid;

import hangproof.machine.Atomic;
import hangproof.machine.Bits;
import hangproof.machine.KernelSource;
import hangproof.machine.Machine;
import hangproof.machine.Op;
import hangproof.machine.Order;
import hangproof.machine.Port;
import hangproof.machine.SpinLock;
import hangproof.machine.Word;
import java.util.List;
import java.util.stream.IntStream;

/**
 * drivers/scsi/megaraid/megaraid_sas_fusion.c: one reply queue, its interrupt and its irq poll, of
 * v5.9 and with the later changes. The line's side (kernel/irq) is as much as the driver sees of
 * it.
 *
 * <p>The flags and the reply queue are plain in the C code; ONCE here. The threshold is one reply.
 */
public final class MegasasIrq extends Port {
  private static final int IRQ_POLL_F_SCHED = 0;
  private static final int UNUSED = 0;
  private static final int REPLY = 1;
  private static final int BY_INDEX = 8;

  /** {@code threshold_reply_count}. */
  private static final int THRESHOLD = 1;

  /**
   * What there is of the later changes.
   *
   * @param again look once more after the line was enabled (9bedd36e9146, v5.14)
   * @param claims only one at a time handles replies (in_used, v5.16)
   * @param resend an interrupt that comes while the line is disabled is sent again when it is
   *     enabled; if not, it is lost
   */
  public record Version(boolean again, boolean claims, boolean resend) {}

  private final Version version;
  private final List<Word> desc;
  private final Word last_reply_idx;
  private final Word irq_poll_scheduled;
  private final Word irq_line_enable;
  private final Atomic in_used;
  private final Bits poll_state;
  private final Atomic line;
  private final Atomic in_hardirq;
  private final SpinLock desc_lock;
  private final Word disabled;
  private final Word pending;
  private final List<Atomic> handled;

  public MegasasIrq(Machine machine, Version version, int replies) {
    super(machine);
    this.version = version;
    this.desc =
        IntStream.range(0, replies)
            .mapToObj(i -> machine.word("desc" + i, UNUSED, UNUSED, REPLY))
            .toList();
    this.last_reply_idx = machine.word("last_reply_idx", 0, 0, replies);
    this.irq_poll_scheduled = machine.word("irq_poll_scheduled", 0, 0, 1);
    this.irq_line_enable = machine.word("irq_line_enable", 0, 0, 1);
    this.in_used = machine.atomic("in_used", 0, 0, 1);
    this.poll_state = machine.bits("irqpoll.state", 0, 1);
    this.line = machine.atomic("irq.line", 0, 0, 1);
    this.in_hardirq = machine.atomic("in_hardirq", 0, 0, 1);
    this.desc_lock = machine.lock("irq.lock");
    this.disabled = machine.word("irq.disabled", 0, 0, 1).guardedBy(desc_lock);
    this.pending = machine.word("irq.pending", 0, 0, 1).guardedBy(desc_lock);
    this.handled =
        IntStream.range(0, replies).mapToObj(i -> machine.atomic("handled" + i, 0, 0, 2)).toList();
  }

  /** How often a reply was handled. */
  public Atomic handled(int reply) {
    return handled.get(reply);
  }

  // ---- the firmware and the interrupt line

  /** Posts a reply, then raises the interrupt. */
  public void post(int reply) {
    WRITE_ONCE(desc.get(reply), REPLY);
    atomic_xchg(line, 1);
  }

  /** Waits for an interrupt and handles it (handle_edge_irq). */
  public void interrupt() {
    machine.access(line, Op.AWAIT_CLAIM, 1, 0, Order.FULL);
    atomic_xchg(in_hardirq, 1);
    spin_lock(desc_lock);
    boolean off = read(disabled) != 0;
    if (off && version.resend()) {
      write(pending, 1);
    }
    spin_unlock(desc_lock);
    if (!off) {
      megasas_isr_fusion();
    }
    atomic_xchg(in_hardirq, 0);
  }

  private void disable_irq_nosync() {
    spin_lock(desc_lock);
    write(disabled, 1);
    spin_unlock(desc_lock);
  }

  private void enable_irq() {
    spin_lock(desc_lock);
    write(disabled, 0);
    if (version.resend() && read(pending) != 0) {
      write(pending, 0);
      atomic_xchg(line, 1);
    }
    spin_unlock(desc_lock);
  }

  // ---- the driver

  /** Nothing is left out. */
  @KernelSource(
      version = "v6.18",
      file = "drivers/scsi/megaraid/megaraid_sas_fusion.c",
      line = 3512,
      sha256 = "ef531a759cd285373d521a8d5057384f287f045cc9baea3924fc3c4c1ce4bf79")
  private boolean access_irq_context() {
    return !version.claims() || atomic_add_unless(in_used, 1, 1);
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v6.18",
      file = "drivers/scsi/megaraid/megaraid_sas_fusion.c",
      line = 3532,
      sha256 = "00663bafd1ea6d771569fbf1a33a3f3fe1d43c906e0b5ea3d3d44cf1490b1cd2")
  private void release_irq_context() {
    if (version.claims()) {
      atomic_dec(in_used);
    }
  }

  /** Left out: what is done about each command, and the register that tells the firmware. */
  @KernelSource(
      version = "v5.9",
      file = "drivers/scsi/megaraid/megaraid_sas_fusion.c",
      line = 3463,
      sha256 = "6a4ec9871846718bc78cafab9818a667ed15938e5051c2875e55c4c14a4beac4")
  private int complete_cmd_fusion() {
    return call(
        () -> {
          if (!access_irq_context()) {
            return 0;
          }
          int first = READ_ONCE(last_reply_idx);
          if (first == desc.size() || READ_ONCE(desc.get(first)) == UNUSED) {
            release_irq_context();
            return 0;
          }
          int num_completed = loop(first, this::complete_one);
          release_irq_context();
          return num_completed;
        });
  }

  /** One turn of its loop; carries the index and how many were completed. */
  private int complete_one(int carried) {
    int index = carried % BY_INDEX;
    int num_completed = carried / BY_INDEX + 1;
    BUG_ON(atomic_inc_return(handled.get(index)) > 1, "a reply is handled once");
    WRITE_ONCE(last_reply_idx, READ_ONCE(last_reply_idx) + 1);
    WRITE_ONCE(desc.get(index), UNUSED);
    if (index + 1 == desc.size() || READ_ONCE(desc.get(index + 1)) == UNUSED) {
      return ~num_completed;
    }
    if (READ_ONCE(irq_poll_scheduled) == 0) {
      WRITE_ONCE(irq_poll_scheduled, 1);
      WRITE_ONCE(irq_line_enable, 1);
      irq_poll_sched();
    }
    return ~num_completed;
  }

  /** Left out: a poll that is disabled, the list of a CPU. */
  @KernelSource(
      version = "v5.9",
      file = "lib/irq_poll.c",
      line = 27,
      sha256 = "765d7c430ac57c748ffdb826492c44eb41f1937f57221a2aa10d0bbfaecf5b17")
  private void irq_poll_sched() {
    test_and_set_bit(IRQ_POLL_F_SCHED, poll_state);
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.9",
      file = "lib/irq_poll.c",
      line = 68,
      sha256 = "cc037edd67a0ac6931bdcb0a5b25677b97c18724415125cb41bb07976f5defe0")
  private void irq_poll_complete() {
    smp_mb__before_atomic();
    clear_bit_unlock(IRQ_POLL_F_SCHED, poll_state);
  }

  /** Left out: masked interrupts, a reset, lines that are shared. */
  @KernelSource(
      version = "v5.9",
      file = "drivers/scsi/megaraid/megaraid_sas_fusion.c",
      line = 3734,
      sha256 = "e4d9330384382af864f7b6ee777a58698c36397be8e1050e9aeffe9c7b050977")
  private void megasas_isr_fusion() {
    if (READ_ONCE(irq_poll_scheduled) == 0) {
      complete_cmd_fusion();
    }
  }

  /**
   * One turn of the softirq: waits until the poll is scheduled and the interrupt that did it has
   * returned, since it is of the same CPU; then polls.
   */
  @KernelSource(
      version = "v5.9",
      file = "lib/irq_poll.c",
      line = 78,
      sha256 = "3330e205d46ce37e33896b0a49aa866061cf09d84d1e0765bc0475e47473dd8b")
  public void irq_poll_softirq() {
    machine.access(poll_state, Op.AWAIT_EQ, 1 << IRQ_POLL_F_SCHED, 0, Order.ACQUIRE);
    machine.access(in_hardirq, Op.AWAIT_EQ, 0, 0, Order.ACQUIRE);
    megasas_irqpoll();
  }

  /** The budget is the threshold (megasas_setup_irq_poll). */
  @KernelSource(
      version = "v5.9",
      file = "drivers/scsi/megaraid/megaraid_sas_fusion.c",
      line = 3682,
      sha256 = "d36a51f3ffa1391cffb6624b934f7e5e104cfef6409f5a17b8da81402074d01c")
  private void megasas_irqpoll() {
    if (READ_ONCE(irq_line_enable) != 0) {
      disable_irq_nosync();
      WRITE_ONCE(irq_line_enable, 0);
    }
    int num_entries = complete_cmd_fusion();
    if (num_entries < THRESHOLD) {
      irq_poll_complete();
      WRITE_ONCE(irq_poll_scheduled, 0);
      enable_irq();
      if (version.again()) {
        complete_cmd_fusion();
      }
    }
  }
}
