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
import hangproof.model.kernel.sched.Sched;
import hangproof.model.kernel.sched.Wait;
import hangproof.model.kernel.sched.WaitQueueEntry;
import java.util.List;

/**
 * The only tag is freed while somebody goes to sleep for it: the freer clears the bit and looks at
 * the wait list, the waiter lists itself and looks at the bit.
 *
 * <p>Under LKMM: b01-broken Sometimes (clear_bit_unlock is only a release; the waiter is ordered by
 * set_current_state, against what the report says of it), b01-fixed Never. On x86 clearing a bit is
 * LOCKed, so nothing shows under TSO.
 */
final class B01ClearTag extends Port {
  private static final int TAG = 0;

  private final WaitQueueEntry sleeper;
  private final BlkMqBitmapTags tags;
  private final Atomic done;

  private B01ClearTag(Machine machine, Version version) {
    super(machine);
    Wait wait = new Wait(machine, new Sched(machine));
    List<WaitQueueEntry> sleepers = Sleepers.of(machine, wait, 1, false);
    sleeper = sleepers.get(0);
    tags = version.create(machine, wait, 1, 1, 1 << TAG, sleepers);
    done = machine.ghost("done", 1);
  }

  /** Makes one version of the tags. */
  @FunctionalInterface
  interface Version {
    BlkMqBitmapTags create(
        Machine machine, Wait wait, int tags, int depth, int busy, List<WaitQueueEntry> sleepers);
  }

  static List<Case> all() {
    return List.of(
        of("b01-broken", BlkMqBitmapTags::new)
            .versions("v3.16 to v3.18")
            .expect(MemoryModel.LKMM, sometimes(Violation.IO_HANG)),
        of("b01-fixed", BlkMqBitmapTagsClearBarrier::new).versions("v3.19 to v4.8"));
  }

  private static Case of(String name, Version version) {
    return Case.of("reports/" + name, "whoever sleeps for a tag is woken when it is freed")
        .subsystem("tags")
        .report("c38d185d4af1 (2014)")
        .limits("one tag, one sleeper, one wait queue")
        .expect(never())
        .expect(MemoryModel.LKMM, never())
        .program((machine, bounds) -> new B01ClearTag(machine, version).program());
  }

  private Program program() {
    return new Program(machine)
        .role("submit", turn -> submit())
        .role("irq", turn -> interrupt())
        .completion("the submitter has got its tag", memory -> memory.get(done) == 1);
  }

  private int submit() {
    tags.bt_get(sleeper);
    atomic_inc(done);
    return Role.END;
  }

  private int interrupt() {
    tags.bt_clear_tag(TAG);
    return Role.END;
  }
}
