// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block.versions;

import hangproof.machine.Machine;
import hangproof.model.block.RequestQueue;

/** Between 615939a2ae73 and e5c0ca13659e: what the scheduler lent comes back when all is over. */
public final class V65Rc1 extends V65 {
  public V65Rc1(Machine machine) {
    super(machine);
  }

  @Override
  protected void finish_at_completion(RequestQueue q, int rq) {}
}
