// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block;

import hangproof.machine.KernelSource;
import hangproof.machine.Machine;
import hangproof.machine.Port;
import hangproof.model.lib.Sbitmap;

/** block/blk-mq-tag.c: tags, as far as they are given back. */
public final class BlkMqTag extends Port {
  private final Sbitmap sbitmap;

  BlkMqTag(Machine machine, Sbitmap sbitmap) {
    super(machine);
    this.sbitmap = sbitmap;
  }

  /** Left out: reserved tags. */
  @KernelSource(
      version = "v5.10",
      file = "block/blk-mq-tag.c",
      line = 181,
      sha256 = "8813179befe04466d966ea50c9a310a514027472514b59c8030cf3f734ef8a5a")
  public void blk_mq_put_tag(Sbitmap.Queue tags, int tag) {
    BUG_ON(tag >= tags.depth, "a tag is below tags->nr_tags");
    sbitmap.sbitmap_queue_clear(tags, tag);
  }
}
