// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block;

import hangproof.machine.Machine;
import hangproof.machine.Word;

/**
 * Stands for a scheduler like BFQ, whose {@code has_work} sees that there are requests, and whose
 * {@code dispatch_request} may hold them back all the same: at first it waits for request 1, that
 * of the process whose turn it is. No port: one list under one lock, and the flag.
 */
public final class IdlingElevator extends FifoElevator {
  private final Word idling;

  IdlingElevator(Machine machine, Geometry geometry) {
    super(machine, geometry);
    this.idling = machine.word("elevator.idling", 1, 0, 1).guardedBy(guard());
  }

  @Override
  protected boolean waits() {
    return read(idling) != 0;
  }

  @Override
  protected void inserted(int rq) {
    if (rq == 1) {
      write(idling, 0);
    }
  }
}
