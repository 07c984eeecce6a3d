// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.megaraid;

import hangproof.machine.Atomic;
import hangproof.machine.Bits;
import hangproof.machine.KernelSource;
import hangproof.machine.Machine;
import hangproof.machine.Op;
import hangproof.machine.Order;
import hangproof.machine.Port;
import hangproof.machine.Word;
import hangproof.model.kernel.irq.Genirq;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * drivers/scsi/megaraid/megaraid_sas_fusion.c: one reply queue, its interrupt and its irq poll, of
 * v5.9 and with the later changes.
 *
 * <p>The flags and the reply queue are plain in the C code; ONCE here. The threshold is one reply,
 * or out of reach.
 */
public final class MegasasIrq extends Port {
  private static final int IRQ_POLL_F_SCHED = 0;
  private static final int UNUSED = 0;
  private static final int BY_INDEX = 8;

  /**
   * What there is of the later changes.
   *
   * @param again look once more after the line was enabled (9bedd36e9146, v5.14)
   * @param claims only one at a time handles replies (in_used, v5.16)
   */
  public record Version(boolean again, boolean claims) {}

  /** v5.16 and later. */
  public static final Version V516 = new Version(true, true);

  private final Version version;
  private final boolean polls;
  private final Genirq os_irq;
  private final IntConsumer scsi_done;

  /** The reply queue, each entry a command or UNUSED. It is as long as there are commands. */
  private final List<Word> desc;

  private final Word last_reply_idx;

  /** Where the firmware puts the next reply. */
  private final Word post_idx;

  private final Word irq_poll_scheduled;
  private final Word irq_line_enable;
  private final Atomic in_used;
  private final Bits poll_state;

  /**
   * A reply queue.
   *
   * @param polls whether a second reply is left to the poll: {@code threshold_reply_count} is 1
   * @param commands the commands, from 1, each of which is replied to once
   * @param scsi_done what is done about each reply
   */
  public MegasasIrq(
      Machine machine,
      String name,
      Version version,
      boolean polls,
      Genirq os_irq,
      int commands,
      IntConsumer scsi_done) {
    super(machine);
    this.version = version;
    this.polls = polls;
    this.os_irq = os_irq;
    this.scsi_done = scsi_done;
    this.desc =
        IntStream.range(0, commands)
            .mapToObj(i -> machine.word(name + "desc" + i, UNUSED, UNUSED, commands))
            .toList();
    this.last_reply_idx = machine.word(name + "last_reply_idx", 0, 0, commands);
    this.post_idx = machine.word(name + "post_idx", 0, 0, commands);
    this.irq_poll_scheduled = machine.word(name + "irq_poll_scheduled", 0, 0, 1);
    this.irq_line_enable = machine.word(name + "irq_line_enable", 0, 0, 1);
    this.in_used = machine.atomic(name + "in_used", 0, 0, 1);
    this.poll_state = machine.bits(name + "irqpoll.state", 0, 1);
  }

  // ---- the firmware

  /** Posts a reply, then raises the interrupt. */
  public void post(int smid) {
    int index = READ_ONCE(post_idx);
    WRITE_ONCE(desc.get(index), smid);
    WRITE_ONCE(post_idx, index + 1);
    os_irq.raise();
  }

  // ---- the driver

  /** Nothing is left out. */
  @KernelSource(
      version = "v6.18",
      file = "drivers/scsi/megaraid/megaraid_sas_fusion.c",
      line = 3512)
  private boolean access_irq_context() {
    return !version.claims() || atomic_add_unless(in_used, 1, 1);
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v6.18",
      file = "drivers/scsi/megaraid/megaraid_sas_fusion.c",
      line = 3532)
  private void release_irq_context() {
    if (version.claims()) {
      atomic_dec(in_used);
    }
  }

  /** Left out: what is done about each command, and the register that tells the firmware. */
  @KernelSource(version = "v5.9", file = "drivers/scsi/megaraid/megaraid_sas_fusion.c", line = 3463)
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
    scsi_done.accept(READ_ONCE(desc.get(index)));
    WRITE_ONCE(last_reply_idx, READ_ONCE(last_reply_idx) + 1);
    WRITE_ONCE(desc.get(index), UNUSED);
    if (index + 1 == desc.size() || READ_ONCE(desc.get(index + 1)) == UNUSED) {
      return ~num_completed;
    }
    if (!polls) {
      return carried + 1 + BY_INDEX;
    }
    if (READ_ONCE(irq_poll_scheduled) == 0) {
      WRITE_ONCE(irq_poll_scheduled, 1);
      WRITE_ONCE(irq_line_enable, 1);
      irq_poll_sched();
    }
    return ~num_completed;
  }

  /** Left out: a poll that is disabled, the list of a CPU. */
  @KernelSource(version = "v5.9", file = "lib/irq_poll.c", line = 27)
  private void irq_poll_sched() {
    test_and_set_bit(IRQ_POLL_F_SCHED, poll_state);
  }

  /** Nothing is left out. */
  @KernelSource(version = "v5.9", file = "lib/irq_poll.c", line = 68)
  private void irq_poll_complete() {
    smp_mb__before_atomic();
    clear_bit_unlock(IRQ_POLL_F_SCHED, poll_state);
  }

  /** Waits for an interrupt and handles it. */
  public void interrupt() {
    os_irq.interrupt(this::megasas_isr_fusion);
  }

  /** Left out: masked interrupts, a reset, lines that are shared. */
  @KernelSource(version = "v5.9", file = "drivers/scsi/megaraid/megaraid_sas_fusion.c", line = 3734)
  private void megasas_isr_fusion() {
    if (READ_ONCE(irq_poll_scheduled) == 0) {
      complete_cmd_fusion();
    }
  }

  /**
   * One turn of the softirq: waits until the poll is scheduled and the interrupt that did it has
   * returned, since it is of the same CPU; then polls.
   */
  @KernelSource(version = "v5.9", file = "lib/irq_poll.c", line = 78)
  public void irq_poll_softirq() {
    machine.access(poll_state, Op.AWAIT_EQ, 1 << IRQ_POLL_F_SCHED, 0, Order.ACQUIRE);
    os_irq.await_return();
    megasas_irqpoll();
  }

  /** The budget is the threshold (megasas_setup_irq_poll). */
  @KernelSource(version = "v5.9", file = "drivers/scsi/megaraid/megaraid_sas_fusion.c", line = 3682)
  private void megasas_irqpoll() {
    if (READ_ONCE(irq_line_enable) != 0) {
      os_irq.disable_irq_nosync();
      WRITE_ONCE(irq_line_enable, 0);
    }
    int num_entries = complete_cmd_fusion();
    if (num_entries < 1) {
      irq_poll_complete();
      WRITE_ONCE(irq_poll_scheduled, 0);
      os_irq.enable_irq();
      if (version.again()) {
        complete_cmd_fusion();
      }
    }
  }
}
