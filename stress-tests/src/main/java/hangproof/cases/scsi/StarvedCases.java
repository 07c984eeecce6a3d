// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.scsi;

import static hangproof.engine.cases.Expectation.never;
import static hangproof.engine.cases.Expectation.sometimes;

import hangproof.cases.scsi.SharedTarget.Limit;
import hangproof.cases.scsi.SharedTarget.Midlayer;
import hangproof.engine.cases.Bounds;
import hangproof.engine.cases.Case;
import hangproof.engine.explorer.Violation;
import hangproof.machine.Machine;
import hangproof.machine.Program;
import hangproof.model.block.BlkMq;
import hangproof.model.block.versions.NoDelayedRun;
import hangproof.model.scsi.ScsiHost;
import hangproof.model.scsi.restarts.UnconditionalRun;
import hangproof.model.scsi.restarts.V4;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Two devices of one target, or one host, that takes one command at a time. Who is refused is put
 * on the host's starved list, and the completion of any of its devices leaves it to the requeue
 * work to run those on the list.
 *
 * <p>The list alone is not enough ({@code -no-delayed-run}): between the look at target_busy or
 * host_blocked and the list, the last command that could see the list may end. What makes up for it
 * is that blk-mq runs the queue again after a while when a driver says BLK_STS_RESOURCE, since
 * 86ff7c2a80cd; which alone is enough ({@code target-unlisted}).
 */
public final class StarvedCases {
  private StarvedCases() {}

  public static List<Case> all() {
    return List.of(
        of("target-v5-9", "a device that a busy target refused is run again")
            .versions("v5.8 and v5.9")
            .expect(never())
            .program(on(UnconditionalRun::new, BlkMq::new, ScsiHost::new, Limit.TARGET)),
        of("target-v5-10", "so it is with restarts")
            .versions("since v5.10")
            .expect(never())
            .program(on(V4::new, BlkMq::new, ScsiHost::new, Limit.TARGET)),
        of("target-no-delayed-run", "so it is if blk-mq leaves it to the starved list")
            .versions("no kernel: v5.10 without 86ff7c2a80cd and ab3cee3762e5")
            .expect(sometimes(Violation.IO_HANG))
            .program(on(V4::new, NoDelayedRun::new, ScsiHost::new, Limit.TARGET)),
        of("target-unlisted", "so it is without a starved list")
            .versions("no kernel")
            .expect(never())
            .program(on(V4::new, BlkMq::new, Unlisted::new, Limit.TARGET)),
        of("target-check-first", "a target never has more commands than it takes")
            .versions("no kernel: target_busy is looked at before it is raised")
            .expect(sometimes(Violation.INVARIANT))
            .program(on(V4::new, BlkMq::new, ChecksFirst::new, Limit.TARGET)),
        of("host-v5-9", "a device that a busy host refused is run again")
            .versions("v5.8 and v5.9")
            .expect(never())
            .program(on(UnconditionalRun::new, BlkMq::new, ScsiHost::new, Limit.HOST)),
        of("host-v5-10", "so it is with restarts")
            .versions("since v5.10")
            .expect(never())
            .program(on(V4::new, BlkMq::new, ScsiHost::new, Limit.HOST)),
        of("host-no-delayed-run", "so it is if blk-mq leaves it to the starved list")
            .versions("no kernel: v5.10 without 86ff7c2a80cd and ab3cee3762e5")
            .expect(sometimes(Violation.IO_HANG))
            .program(on(V4::new, NoDelayedRun::new, ScsiHost::new, Limit.HOST)));
  }

  private static Case of(String name, String claim) {
    return Case.of("scsi/" + name, claim)
        .subsystem("scsi")
        .limits(
            "two devices, one hardware queue each, no scheduler; a host is blocked once, not seven"
                + " times; nobody recovers from an error")
        .parameter("commands", 1, 1, 2);
  }

  /** Makes the host. */
  @FunctionalInterface
  interface Host {
    ScsiHost on(
        Machine machine,
        BlkMq blk,
        int devices,
        int commands,
        int can_queue,
        int max_blocked,
        int dispatchers);
  }

  /** A target whose refusals nobody lists. */
  private static final class Unlisted extends ScsiHost {
    Unlisted(Machine m, BlkMq blk, int devices, int commands, int can_queue, int blocked, int d) {
      super(m, blk, devices, commands, can_queue, blocked, d);
    }

    @Override
    protected void target_listed(int sdev) {}
  }

  /** A target whose commands are counted after the look at the count. */
  private static final class ChecksFirst extends ScsiHost {
    ChecksFirst(
        Machine m, BlkMq blk, int devices, int commands, int can_queue, int blocked, int d) {
      super(m, blk, devices, commands, can_queue, blocked, d);
    }

    @Override
    protected boolean scsi_target_queue_ready(int sdev) {
      if (atomic_read(target_busy) >= can_queue) {
        target_listed(sdev);
        return false;
      }
      atomic_inc(target_busy);
      return true;
    }
  }

  private static BiFunction<Machine, Bounds, Program> on(
      Midlayer midlayer, Function<Machine, BlkMq> blk, Host host, Limit limit) {
    return (machine, bounds) ->
        new SharedTarget(machine, midlayer, blk.apply(machine), host, limit, bounds.get("commands"))
            .program();
  }
}
