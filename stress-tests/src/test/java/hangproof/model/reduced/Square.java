// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.reduced;

import hangproof.machine.Fence;
import hangproof.machine.HardwareMachine;
import hangproof.machine.Machine;
import hangproof.machine.Op;
import hangproof.machine.Order;
import hangproof.machine.Work;

/**
 * The two counters of the protocol on the hardware machine, each written by one side and read by
 * the other. In the port's own package, to call the halves of its functions.
 *
 * <p>One command is in flight on a device that takes one, and a request waits whose dispatcher has
 * just been refused: what is left of {@code get_budget} races with the completion.
 *
 * @param <P> the version of the protocol
 */
public final class Square<P extends V4> {
  private final HardwareMachine machine = new HardwareMachine();
  private final P port;

  /** Makes a version of the protocol. */
  @FunctionalInterface
  public interface Version<P> {
    P on(Machine machine, int queue_depth, int requests, int runners);
  }

  public Square(Version<P> version) {
    port = version.on(machine, 1, 2, 1);
    port.submit();
    machine.access(port.sw_queue, Op.ADD, 1, 0, Order.ONCE);
    if (port.scsi_dev_queue_ready()) {
      throw new IllegalStateException("the device takes one command only");
    }
  }

  /** The one who was refused: raises restarts, then looks at device_busy, and returns it. */
  public int refused() {
    port.raise_restarts();
    port.order_restarts_and_device_busy();
    return port.read_device_busy();
  }

  /**
   * The completion: gives its budget back, then looks at restarts and runs the queue. In between it
   * frees the tag, with a barrier in sbitmap_queue_clear, which the reduced port has left out.
   */
  public void complete() {
    port.put_budget();
    machine.fence(Fence.MB);
    port.scsi_run_queue_async();
  }

  /** Whether the completion saw that somebody was refused. */
  public boolean queue_runs() {
    return machine.peek(port.run_work) == Work.QUEUED;
  }
}
