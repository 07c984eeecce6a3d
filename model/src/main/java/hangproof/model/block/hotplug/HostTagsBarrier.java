// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block.hotplug;

import hangproof.machine.Machine;
import java.util.function.IntConsumer;

/** What the comment claims: a full barrier between the tag and INACTIVE. No kernel is like that. */
public final class HostTagsBarrier extends HostTags {
  public HostTagsBarrier(
      Machine machine, Version version, int requests, int last_hctx, IntConsumer complete) {
    super(machine, version, requests, last_hctx, complete);
  }

  @Override
  protected void order_tag_before_inactive() {
    smp_mb__after_atomic();
  }
}
