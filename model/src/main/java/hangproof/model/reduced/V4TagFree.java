// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.reduced;

import hangproof.machine.Bits;
import hangproof.machine.Machine;

/** v4 in which a completion gives its tag back, as sbitmap_queue_clear does. */
public class V4TagFree extends V4 {
  private final Bits cleared;

  public V4TagFree(Machine m, int queue_depth, int requests, int runners) {
    super(m, queue_depth, requests, runners);
    cleared = m.bits("cleared", 0, 1);
  }

  @Override
  protected void free_tag() {
    sbitmap_queue_clear();
  }

  private void sbitmap_queue_clear() {
    smp_mb__before_atomic();
    set_bit(0, cleared);
    smp_mb__after_atomic();
  }
}
