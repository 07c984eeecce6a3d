// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.reduced;

import hangproof.machine.Machine;

/** The draft without its comparison: after the run restarts is zero, whoever raised it. */
public class ClearAlways extends Draft {
  public ClearAlways(Machine m, int queue_depth, int requests, int runners) {
    super(m, queue_depth, requests, runners);
  }

  @Override
  protected void clear_restarts(int old) {
    atomic_set(restarts, 0);
  }
}
