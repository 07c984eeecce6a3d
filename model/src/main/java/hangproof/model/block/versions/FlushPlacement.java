// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block.versions;

import hangproof.machine.Machine;
import hangproof.model.block.BlkFlush;
import hangproof.model.block.BlkMq;
import hangproof.model.block.BlkMqHwCtx;
import hangproof.model.block.BlkMqSched;

/**
 * Where flushes and leftovers went on the dispatch list in March 2020, on v5.10 otherwise.
 *
 * <p>Source: the thread on 01e99aeca397, which quotes the lines.
 */
public final class FlushPlacement extends BlkMq {
  /** What was proposed or shipped. */
  public enum Variant {
    /** v5.6-rc3: flushes and leftovers go to the head. */
    RC3(true, true, false),
    /** v5.6-rc4, 01e99aeca397: a flush goes to the tail, and so do leftovers. */
    RC4(false, false, false),
    /** Patch 1: whatever is no scheduler's business goes to the head. */
    PATCH1(true, false, false),
    /** Patch 2: leftovers go to the head. */
    PATCH2(false, true, false),
    /** The trial of blk_kick_flush: the flush is put at the head of the requeue list. */
    TRIAL(false, false, true);

    private final boolean flush_at_head;
    private final boolean leftovers_at_head;
    private final boolean kick_at_head;

    Variant(boolean flush_at_head, boolean leftovers_at_head, boolean kick_at_head) {
      this.flush_at_head = flush_at_head;
      this.leftovers_at_head = leftovers_at_head;
      this.kick_at_head = kick_at_head;
    }
  }

  private final Variant variant;

  public FlushPlacement(Machine machine, Variant variant) {
    super(
        machine, blk -> new Sched(machine, blk, variant), blk -> new Flush(machine, blk, variant));
    this.variant = variant;
  }

  @Override
  protected void splice_leftovers(int list, BlkMqHwCtx hctx) {
    if (variant.leftovers_at_head) {
      list_splice(list, hctx.dispatch);
    } else {
      super.splice_leftovers(list, hctx);
    }
  }

  private static final class Sched extends BlkMqSched {
    private final Variant variant;

    Sched(Machine machine, BlkMq blk, Variant variant) {
      super(machine, blk);
      this.variant = variant;
    }

    @Override
    protected boolean insert_flush_at_head(boolean at_head) {
      return variant.flush_at_head || at_head;
    }
  }

  private static final class Flush extends BlkFlush {
    private final Variant variant;

    Flush(Machine machine, BlkMq blk, Variant variant) {
      super(machine, blk);
      this.variant = variant;
    }

    @Override
    protected boolean add_flush_to_front() {
      return variant.kick_at_head;
    }
  }
}
