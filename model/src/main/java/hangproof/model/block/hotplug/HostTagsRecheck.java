// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block.hotplug;

import hangproof.machine.Machine;
import java.util.function.IntConsumer;

/**
 * What would do: INACTIVE is looked at once the request says whose it is. No kernel is like that.
 */
public final class HostTagsRecheck extends HostTags {
  public HostTagsRecheck(
      Machine machine, Version version, int requests, int last_hctx, IntConsumer complete) {
    super(machine, version, requests, last_hctx, complete);
  }

  @Override
  protected boolean recheck(int hctx, int tag) {
    return still_active(hctx, tag);
  }
}
