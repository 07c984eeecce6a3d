// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block.versions;

import hangproof.machine.Machine;
import hangproof.model.block.BlkMq;

/**
 * With 4bddfec1a0fb (v6.13): who finds the queue stopped inserts the request and runs the queue.
 */
public class RunAfterInsert extends BlkMq {
  public RunAfterInsert(Machine machine) {
    super(machine);
  }

  @Override
  protected boolean run_after_insert_when_stopped() {
    return true;
  }
}
