// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block.versions;

import hangproof.machine.Machine;

/** With d3b38596875d (v6.0): a request of a plug that was refused is always followed by a run. */
public final class V60 extends V519 {
  public V60(Machine machine) {
    super(machine);
  }

  @Override
  protected boolean run_after_refusal(boolean last) {
    return true;
  }
}
