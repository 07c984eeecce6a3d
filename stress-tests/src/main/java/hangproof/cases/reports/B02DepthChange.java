// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.reports;

import static hangproof.engine.cases.Expectation.never;
import static hangproof.engine.cases.Expectation.sometimes;

import hangproof.engine.MemoryModel;
import hangproof.engine.cases.Case;
import hangproof.engine.explorer.Violation;
import hangproof.machine.Atomic;
import hangproof.machine.Machine;
import hangproof.machine.Port;
import hangproof.machine.Program;
import hangproof.machine.Role;
import hangproof.model.block.tags.BlkMqBitmapTags;
import hangproof.model.block.tags.BlkMqBitmapTagsClearBarrier;
import hangproof.model.block.tags.BlkMqBitmapTagsDepthBarrier;
import hangproof.model.kernel.sched.Sched;
import hangproof.model.kernel.sched.Wait;
import hangproof.model.kernel.sched.WaitQueueEntry;
import java.util.List;

/**
 * The depth is raised while somebody goes to sleep for a tag: the new depth is still in the store
 * buffer when the resizer finds nobody on the wait list.
 *
 * <p>Under LKMM: b02-broken Sometimes, b02-fixed Never.
 */
final class B02DepthChange extends Port {
  private static final int FIRST_TAG_BUSY = 1;

  private final WaitQueueEntry sleeper;
  private final BlkMqBitmapTags tags;
  private final Atomic done;

  private B02DepthChange(Machine machine, B01ClearTag.Version version) {
    super(machine);
    Wait wait = new Wait(machine, new Sched(machine));
    List<WaitQueueEntry> sleepers = Sleepers.of(machine, wait, 1, false);
    sleeper = sleepers.get(0);
    tags = version.create(machine, wait, 2, 1, FIRST_TAG_BUSY, sleepers);
    done = machine.ghost("done", 1);
  }

  static List<Case> all() {
    return List.of(
        of("b02-broken", BlkMqBitmapTagsClearBarrier::new)
            .versions("v3.19 to v4.3")
            .expect(MemoryModel.SC, never())
            .expect(MemoryModel.TSO, sometimes(Violation.IO_HANG))
            .expect(MemoryModel.LKMM, sometimes(Violation.IO_HANG)),
        of("b02-fixed", BlkMqBitmapTagsDepthBarrier::new)
            .versions("v4.4 to v4.8")
            .expect(never())
            .expect(MemoryModel.LKMM, never()));
  }

  private static Case of(String name, B01ClearTag.Version version) {
    return Case.of("reports/" + name, "whoever sleeps for a tag is woken when there are more")
        .subsystem("tags")
        .report("8ee1b7b9d876 (2015)")
        .limits("the command that has the first tag never ends: its end would wake the sleeper")
        .program((machine, bounds) -> new B02DepthChange(machine, version).program());
  }

  private Program program() {
    return new Program(machine)
        .role("submit", turn -> submit())
        .role("resize", turn -> resize())
        .completion("the submitter has got its tag", memory -> memory.get(done) == 1);
  }

  private int submit() {
    tags.bt_get(sleeper);
    atomic_inc(done);
    return Role.END;
  }

  private int resize() {
    tags.blk_mq_tag_update_depth(2);
    return Role.END;
  }
}
