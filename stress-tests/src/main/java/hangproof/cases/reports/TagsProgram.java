// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.reports;

import hangproof.engine.cases.Bounds;
import hangproof.engine.cases.Case;
import hangproof.machine.Atomic;
import hangproof.machine.Machine;
import hangproof.machine.Port;
import hangproof.machine.Program;
import hangproof.machine.Role;
import hangproof.model.block.tags.BlkMqGetTag;
import hangproof.model.kernel.sched.Sched;
import hangproof.model.kernel.sched.Wait;
import hangproof.model.kernel.sched.WaitQueueEntry;
import hangproof.model.lib.sbitmap.SbitmapQueue;
import hangproof.model.lib.sbitmap.SbqWait;
import java.util.Collections;
import java.util.List;

/**
 * Submitters that need a tag each, sleep for it if they must, and give it back when their command
 * ends; interrupts that end the commands which have all the tags at first. Whatever they do,
 * everyone must get a tag: as long as one sleeps, there is one more free to come.
 */
final class TagsProgram extends Port {
  /** Makes one version of the tags. */
  @FunctionalInterface
  interface Version {
    SbitmapQueue create(
        Machine machine, Wait wait, SbitmapQueue.Size size, List<List<WaitQueueEntry>> sleepers);
  }

  private final int submitters;
  private final int depth;
  private final int irqs;
  private final SbitmapQueue sbq;
  private final BlkMqGetTag tags;
  private final List<SbqWait> waits;
  private final Atomic wait_index;
  private final Atomic done;

  private TagsProgram(Machine machine, Version version, Bounds bounds) {
    super(machine);
    this.submitters = bounds.get("submitters");
    this.depth = bounds.get("depth");
    this.irqs = bounds.get("irqs");
    Wait wait = new Wait(machine, new Sched(machine));
    List<WaitQueueEntry> sleepers = Sleepers.of(machine, wait, submitters, true);
    this.sbq =
        version.create(
            machine,
            wait,
            new SbitmapQueue.Size(
                depth, depth, bounds.get("batch"), bounds.get("queues"), depth + submitters),
            Collections.nCopies(bounds.get("queues"), sleepers));
    this.tags = new BlkMqGetTag(machine, sbq);
    this.waits = sleepers.stream().map(entry -> new SbqWait(machine, entry)).toList();
    this.wait_index = machine.atomic("hctx.wait_index", 0, 0, bounds.get("queues") - 1);
    this.done = machine.ghost("done", submitters);
  }

  /** The usual size: the depth is a multiple of the interrupts, and queues times batch. */
  static Case sized(
      Case c, Version version, int submitters, int depth, int batch, int queues, int irqs) {
    return c.parameter("submitters", submitters, 1, 4)
        .parameter("depth", depth, 1, 8)
        .parameter("batch", batch, 1, 4)
        .parameter("queues", queues, 1, 4)
        .parameter("irqs", irqs, 1, 4)
        .program((machine, b) -> new TagsProgram(machine, version, b).program());
  }

  private Program program() {
    Program program = new Program(machine);
    for (SbqWait me : waits) {
      program.role("submit" + me.wait.id, turn -> submit(me));
    }
    for (int i = 0; i < irqs; i++) {
      int from = i * depth / irqs;
      int to = (i + 1) * depth / irqs;
      program.role(
          irqs == 1 ? "irq" : "irq" + (i + 1),
          turn -> {
            tags.blk_mq_put_tag(from + turn);
            return from + turn + 1 == to ? Role.END : turn + 1;
          });
    }
    return program
        .completion("everyone got a tag", memory -> memory.get(done) == submitters)
        .returned("nobody is counted as asleep", memory -> memory.get(sbq.ws_active) == 0);
  }

  private int submit(SbqWait me) {
    tags.blk_mq_put_tag(tags.blk_mq_get_tag(wait_index, me));
    atomic_inc(done);
    return Role.END;
  }
}
