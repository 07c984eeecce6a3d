// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.kernel.irq;

import hangproof.machine.Bits;
import hangproof.machine.KernelSource;
import hangproof.machine.Machine;
import hangproof.machine.Op;
import hangproof.machine.Order;
import hangproof.machine.Port;
import hangproof.machine.SpinLock;
import hangproof.machine.Word;

/**
 * kernel/irq: one edge triggered interrupt, a vector of a PCI device with MSI-X, which one CPU at a
 * time takes.
 *
 * <p>As in v5.9. In v6.18 the same is done in other functions: irq_can_handle_pm and
 * irq_can_handle_actions together are the first part of handle_edge_irq here, and an interrupt in
 * progress is waited for if its affinity has moved, which it does not here.
 */
public final class Genirq extends Port {
  private static final int RAISED = 0;
  private static final int MASKED = 1;
  private static final int DELIVERABLE = 1 << RAISED;

  private final boolean retriggers;
  private final SpinLock lock;

  /** IRQD_IRQ_DISABLED, and whether depth is 1: they change together. */
  private final Word disabled;

  /** IRQS_PENDING in {@code istate}. */
  private final Word pending;

  /** IRQS_REPLAY in {@code istate}. */
  private final Word replay;

  private final Word in_progress;
  private final Word masked;

  /** The device's side: a message that no CPU has taken yet, and the vector's mask bit. */
  private final Bits msi;

  /** The CPU's side: whether it handles this interrupt. */
  private final Word in_hardirq;

  /** Whether the vector is shut down, for good. */
  private final Word shut_down;

  /**
   * An interrupt that is enabled.
   *
   * @param retriggers whether the chip sends an interrupt again that it is asked to, or a tasklet
   *     does (CONFIG_HARDIRQS_SW_RESEND): so it is on every x86, arm64 and powerpc of v5.9
   */
  public Genirq(Machine machine, String name, boolean retriggers) {
    super(machine);
    this.retriggers = retriggers;
    this.lock = machine.lock(name + ".lock");
    this.disabled = machine.word(name + ".disabled", 0, 0, 1).guardedBy(lock);
    this.pending = machine.word(name + ".pending", 0, 0, 1).guardedBy(lock);
    this.replay = machine.word(name + ".replay", 0, 0, 1).guardedBy(lock);
    this.in_progress = machine.word(name + ".in_progress", 0, 0, 1).guardedBy(lock);
    this.masked = machine.word(name + ".masked", 0, 0, 1).guardedBy(lock);
    this.shut_down = machine.word(name + ".shut_down", 0, 0, 1).guardedBy(lock);
    this.msi = machine.bits(name + ".msi", 0, 2);
    this.in_hardirq = machine.word(name + ".in_hardirq", 0, 0, 1);
  }

  // ---- the device and the CPU

  /** The device sends its message. While the vector is masked it is kept, and sent later. */
  public void raise() {
    machine.access(msi, Op.OR, 1 << RAISED, 0, Order.FULL);
  }

  /** Waits for the message, and handles the interrupt. */
  public void interrupt(Runnable action) {
    machine.access(msi, Op.AWAIT_CLAIM, DELIVERABLE, 0, Order.FULL);
    WRITE_ONCE(in_hardirq, 1);
    handle_edge_irq(action);
    WRITE_ONCE(in_hardirq, 0);
  }

  /** Waits until the CPU is not in this interrupt's handler: softirqs run after it. */
  public void await_return() {
    machine.access(in_hardirq, Op.AWAIT_EQ, 0, 0, Order.ACQUIRE);
  }

  // ---- chip.c

  /** Nothing is left out. The chip's mask is one register. */
  @KernelSource(
      version = "v5.9",
      file = "kernel/irq/chip.c",
      line = 418,
      sha256 = "f8c68caa2f81db8bd7cd3c9b9bca543cabca1b03bcf771b39232c96373bea485")
  private void mask_irq() {
    if (read(masked) != 0) {
      return;
    }
    machine.access(msi, Op.OR, 1 << MASKED, 0, Order.FULL);
    write(masked, 1);
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.9",
      file = "kernel/irq/chip.c",
      line = 429,
      sha256 = "d6cb3c541c0d0ab8366d90278ac3636cf7700f97f7a8360b596f9f887a969017")
  private void unmask_irq() {
    if (read(masked) == 0) {
      return;
    }
    machine.access(msi, Op.AND, ~(1 << MASKED), 0, Order.FULL);
    write(masked, 0);
  }

  /** Left out: interrupts that wake the machine up, polling of spurious ones. */
  @KernelSource(
      version = "v5.9",
      file = "kernel/irq/chip.c",
      line = 502,
      sha256 = "606b47991e02a6d254cbe09a4091db17c29a8b5d31fa4df67438f1ba4c3bf26d")
  private boolean irq_may_run() {
    return read(in_progress) == 0;
  }

  /**
   * Left out: interrupts without an action, statistics, the acknowledgement, which only lets the
   * next one in: this CPU takes none before it returns.
   */
  @KernelSource(
      version = "v5.9",
      file = "kernel/irq/chip.c",
      line = 775,
      sha256 = "4b46d003a17ddef82f6c53808b87d76386c88ff90798bcf273beadad99a8fe55")
  private void handle_edge_irq(Runnable action) {
    spin_lock(lock);
    write(replay, 0);
    if (!irq_may_run() || read(disabled) != 0) {
      write(pending, 1);
      mask_irq();
      spin_unlock(lock);
      return;
    }
    loop(
        0,
        turn -> {
          call(
              () -> {
                if (read(pending) != 0 && read(disabled) == 0) {
                  unmask_irq();
                }
                return 0;
              });
          handle_irq_event(action);
          return read(pending) != 0 && read(disabled) == 0 ? 0 : ~0;
        });
    spin_unlock(lock);
  }

  /** Left out: an interrupt that is enabled already. The chip has no irq_enable of its own. */
  @KernelSource(
      version = "v5.9",
      file = "kernel/irq/chip.c",
      line = 332,
      sha256 = "6b0467e3fac022c7b1d8684e446fc6d5d99db10984f184becccd2075c03c8151")
  private void irq_enable() {
    write(disabled, 0);
    unmask_irq();
  }

  /** Lazily: the vector is masked when the next interrupt comes. Nothing else is left out. */
  @KernelSource(
      version = "v5.9",
      file = "kernel/irq/chip.c",
      line = 383,
      sha256 = "4ae1f6bcafb44f0cb8c7dddc797969003fc5bd39360622cf72846b1ea322b0f9")
  private void irq_disable() {
    write(disabled, 1);
  }

  /** Left out: interrupts that were not started. */
  @KernelSource(
      version = "v5.9",
      file = "kernel/irq/chip.c",
      line = 255,
      sha256 = "cb5b35e4b1895ce6ffabdc27499469b0e6f5b6ec02887621c4f9c6a67e1535b5")
  private void irq_startup() {
    irq_enable();
    check_irq_resend();
  }

  /**
   * Shuts the vector down, as irq_migrate_all_off_this_cpu does with a managed interrupt when the
   * last CPU of its affinity goes away. What the device sends then nobody takes.
   */
  @KernelSource(
      version = "v5.9",
      file = "kernel/irq/chip.c",
      line = 304,
      sha256 = "ef6f6d88f5363c4039b4af995bf63e0b70010448c68ac0c89c342f635650575e")
  public void irq_shutdown() {
    spin_lock(lock);
    write(disabled, 1);
    mask_irq();
    write(shut_down, 1);
    spin_unlock(lock);
  }

  // ---- handle.c

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.9",
      file = "kernel/irq/handle.c",
      line = 205,
      sha256 = "166c2b700ea94855e169c6b469ce50843effd5b59d5742a7ebb19cd3da0fcb97")
  private void handle_irq_event(Runnable action) {
    write(pending, 0);
    write(in_progress, 1);
    spin_unlock(lock);
    action.run();
    spin_lock(lock);
    write(in_progress, 0);
  }

  // ---- resend.c

  /** Left out: level triggered interrupts, which the device repeats by itself. */
  @KernelSource(
      version = "v5.9",
      file = "kernel/irq/resend.c",
      line = 94,
      sha256 = "f7b2ae672ceab495f74be79945f2bc2dadf989cb2e1c88d2cb249e0d09d0917b")
  private void check_irq_resend() {
    if (read(replay) != 0 || read(pending) == 0) {
      return;
    }
    write(pending, 0);
    if (retriggers) {
      raise();
      write(replay, 1);
    }
  }

  // ---- manage.c

  /** Left out: disabling twice. */
  @KernelSource(
      version = "v5.9",
      file = "kernel/irq/manage.c",
      line = 603,
      sha256 = "0c95e6fa4e57aed4c0f58a8ece091cbeb21613bbe77571aff8d432be335a43e2")
  public void disable_irq_nosync() {
    spin_lock(lock);
    irq_disable();
    spin_unlock(lock);
  }

  /** Left out: enabling what was disabled twice, or never. */
  @KernelSource(
      version = "v5.9",
      file = "kernel/irq/manage.c",
      line = 708,
      sha256 = "1415e8ca81d6d0e833084df90642d825600f9595b0469fac3a8e5070c5d200e6")
  public void enable_irq() {
    spin_lock(lock);
    if (read(shut_down) == 0) {
      irq_startup();
    }
    spin_unlock(lock);
  }
}
