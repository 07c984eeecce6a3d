// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.megaraid;

import static hangproof.engine.cases.Expectation.never;
import static hangproof.engine.cases.Expectation.sometimes;

import hangproof.cases.megaraid.ReplyQueueCases.BlockLayer;
import hangproof.engine.MemoryModel;
import hangproof.engine.cases.Case;
import hangproof.engine.explorer.Violation;
import hangproof.machine.Atomic;
import hangproof.machine.Machine;
import hangproof.machine.Port;
import hangproof.machine.Program;
import hangproof.machine.Role;
import hangproof.machine.Word;
import hangproof.model.block.hotplug.HostTags;
import hangproof.model.block.hotplug.HostTags.Version;
import hangproof.model.block.hotplug.HostTagsBarrier;
import java.util.List;

/**
 * A tag is taken while the hardware queue's last CPU goes away: one side takes the tag and looks at
 * INACTIVE, the other sets INACTIVE and looks at the tags.
 *
 * <p>A comment in blk_mq_hctx_notify_offline pairs its barrier with the one implied in
 * test_and_set_bit_lock. That is an acquire: the tag may become visible after the look at INACTIVE,
 * so that under LKMM, as on arm64, both look at the old value. On x86 it is LOCKed.
 */
public final class InactiveCases extends Port {
  private static final int HCTX = 1;
  private static final int TAG = 0;

  private final HostTags blk;
  private final Word allocated;
  private final Word drained;
  private final Atomic done;

  private InactiveCases(Machine machine, BlockLayer version) {
    super(machine);
    Version v = new Version(2, true, false, false, false);
    this.blk = version.on(machine, v, 1, HCTX, rq -> {});
    this.allocated = machine.word("allocated", 0, 0, 1);
    this.drained = machine.word("drained", 0, 0, 1);
    this.done = machine.ghost("done", 2);
  }

  public static List<Case> all() {
    return List.of(
        of("inactive", HostTags::new)
            .versions("v5.9 to v6.18")
            .expect(MemoryModel.LKMM, sometimes(Violation.INVARIANT)),
        of("inactive-barrier", HostTagsBarrier::new)
            .versions("no kernel: a full barrier between the tag and INACTIVE")
            .expect(MemoryModel.LKMM, never()));
  }

  private static Case of(String name, BlockLayer version) {
    return Case.of("hotplug/" + name, "a drained hardware queue has no request")
        .subsystem("block")
        .report("bf0beec0607d (2020)")
        .limits("one request, whose mq_hctx was set before; one look for requests")
        .expect(never())
        .program((machine, bounds) -> new InactiveCases(machine, version).program());
  }

  private Program program() {
    return new Program(machine)
        .role(
            "task",
            turn -> {
              WRITE_ONCE(allocated, blk.alloc_once(HCTX, TAG) ? 1 : 0);
              atomic_inc(done);
              return Role.END;
            })
        .role(
            "hotplug",
            turn -> {
              blk.mark_inactive();
              WRITE_ONCE(drained, blk.blk_mq_hctx_has_requests() ? 0 : 1);
              atomic_inc(done);
              return Role.END;
            })
        .completion("both are done", memory -> memory.get(done) == 2)
        .invariant(
            "a drained hardware queue has no request",
            memory -> memory.get(allocated) == 0 || memory.get(drained) == 0);
  }
}
