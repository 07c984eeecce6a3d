// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block;

import hangproof.machine.Machine;
import hangproof.machine.Word;

/**
 * Stands for a scheduler like kyber that hands out a request only for a token, of which there is
 * one here, and gets it back when the request is finished. No port.
 */
public final class TokenElevator extends FifoElevator {
  private final Word holder;

  TokenElevator(Machine machine, Geometry geometry) {
    super(machine, geometry);
    this.holder = machine.word("elevator.token", 0, 0, geometry.nr_requests()).guardedBy(guard());
  }

  @Override
  protected int hand_out(int rq) {
    if (read(holder) != 0) {
      return 0;
    }
    write(holder, rq);
    return rq;
  }

  /** Gives the token back if the request has it; the queue is then run for whoever waits. */
  @Override
  public boolean finish_request(BlkMqHwCtx hctx, int rq) {
    lock();
    boolean mine = read(holder) == rq;
    if (mine) {
      write(holder, 0);
    }
    unlock();
    return mine;
  }
}
