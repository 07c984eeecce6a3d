// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.restarts;

import hangproof.machine.Atomic;
import hangproof.machine.Ids;
import hangproof.machine.ListHead;
import hangproof.machine.Machine;
import hangproof.machine.Port;
import hangproof.machine.Program;
import hangproof.machine.Role;
import hangproof.model.block.BlkMqCtx;
import hangproof.model.block.BlkMqHwCtx;
import hangproof.model.block.Geometry;
import hangproof.model.scsi.Bounds;
import hangproof.model.scsi.HostTemplate;
import hangproof.model.scsi.Scsi;
import hangproof.model.scsi.ScsiLib;
import hangproof.model.scsi.restarts.FirstTheory;
import hangproof.model.scsi.restarts.V513;
import java.util.stream.IntStream;

/**
 * A SCSI device under load: submitters, interrupts, and for each hardware queue a kworker and a
 * timer.
 *
 * <p>All tags start as allocated, since allocation is not part of the paths ported so far: a
 * request's tag is given back when it ends, and all of them must be in the end.
 */
public final class RestartsProgram extends Port {

  /**
   * The size of a case.
   *
   * @param submitters threads that submit
   * @param requests that each of them submits, one after the other
   * @param completers interrupt roles, any of which takes the next command that the device ends
   * @param depth the device's queue depth
   * @param inline whether a submitter runs the queue itself (a plug that is finished, or a direct
   *     issue refused) or leaves it to the kworker (no plug, queue busy)
   * @param ctxs software queues, dealt out to the submitters in turn
   * @param hctxs hardware queues, to which the software queues are dealt out in turn
   */
  public record Size(
      int submitters,
      int requests,
      int completers,
      int depth,
      boolean inline,
      int ctxs,
      int hctxs) {
    public Size {
      if (submitters < 1 || requests < 1 || completers < 1 || depth < 1) {
        throw new IllegalArgumentException(
            "submitters, requests, completers and depth are at least 1");
      }
      if (ctxs < 1 || submitters % ctxs != 0) {
        throw new IllegalArgumentException(
            submitters + " submitters cannot be shared out evenly to " + ctxs + " software queues");
      }
    }

    /** One hardware queue with one software queue. */
    public Size(int submitters, int requests, int completers, int depth, boolean inline) {
      this(submitters, requests, completers, depth, inline, 1, 1);
    }

    /** Requests in all. */
    public int total() {
      return submitters * requests;
    }

    Bounds bounds() {
      // In the dispatcher at the same time: the kworkers, and with inline runs the submitters.
      int dispatchers = hctxs + (inline ? submitters : 0);
      return new Bounds(
          new Geometry(hctxs, ctxs, total()), depth, dispatchers, RESTARTS_PER_REQUEST * total());
    }
  }

  /** Makes one version of the protocol. */
  @FunctionalInterface
  public interface Version {
    ScsiLib create(Machine machine, Bounds bounds, HostTemplate hostt);
  }

  /** Refusals that are not taken back yet; a search that meets more says so. */
  private static final int RESTARTS_PER_REQUEST = 3;

  private final Size size;
  private final boolean direct;
  private final ListHead in_flight;
  private final Atomic done;
  private final ScsiLib lib;
  private final Scsi scsi;

  private RestartsProgram(Machine machine, Size size, boolean direct, Version version) {
    super(machine);
    this.size = size;
    this.direct = direct;
    this.in_flight = machine.list("device.in_flight", size.total());
    this.done = machine.ghost("done", size.total());
    this.lib = version.create(machine, size.bounds(), this::queuecommand);
    this.scsi = new Scsi(machine, lib);
  }

  /** The closed system of this size with this version of the protocol. */
  public static Program build(Machine machine, Size size, Version version) {
    return new RestartsProgram(machine, size, false, version).program();
  }

  /**
   * The same with submitters that try to issue each request directly, which is then in no list
   * while it is refused a budget, and insert it only afterwards.
   */
  public static Program buildDirect(Machine machine, Size size, Version version) {
    return new RestartsProgram(machine, size, true, version).program();
  }

  private int queuecommand(int rq) {
    ring_doorbell(rq, in_flight);
    return 0;
  }

  private Program program() {
    Program program = new Program(machine);
    int ctxs = size.ctxs();
    for (int c = 0; c < ctxs; c++) {
      BlkMqCtx ctx = lib.q.ctx(c);
      BlkMqHwCtx hctx = lib.q.hctxOf(c);
      if (direct) {
        for (int s = 0; s < size.submitters() / ctxs; s++) {
          int first = 1 + (c * (size.submitters() / ctxs) + s) * size.requests();
          program.role("submit" + first, n -> issue(hctx, first + n, n));
        }
      } else {
        program.roles(
            size.submitters() / ctxs, numbered("submit", c, ctxs), n -> submit(hctx, ctx, n));
      }
    }
    program.roles(size.completers(), "irq", turn -> interrupt());
    for (int h = 0; h < size.hctxs(); h++) {
      BlkMqHwCtx hctx = lib.q.hctx(h);
      program.role(numbered("kworker", h, size.hctxs()), turn -> kworker(hctx));
      program.timer(numbered("timer", h, size.hctxs()), turn -> timer(hctx));
    }

    int bits = in_flight.bits();
    program.completion(
        "every submitted request has completed", memory -> memory.get(done) == size.total());
    program.invariant(
        "the device never has more commands than its queue depth",
        memory -> Ids.size(memory.get(in_flight), bits) <= size.depth());
    program.returned("device_busy is 0", memory -> memory.get(lib.sdev.device_busy) == 0);
    program.returned(
        "every tag is free",
        memory ->
            IntStream.range(0, size.hctxs())
                .mapToObj(h -> lib.q.hctx(h).tags)
                .allMatch(tags -> memory.get(tags.cleared) == (1 << tags.depth) - 1));
    if (lib instanceof FirstTheory theory) {
      program.reaches(
          "a completion that saw a refusal found nothing to run",
          memory -> memory.get(theory.ran_for_nothing) > 0);
    }
    if (lib instanceof V513 bitmap) {
      program.returned(
          "the budget map is free",
          memory ->
              (memory.get(bitmap.budget_map.word) & ~memory.get(bitmap.budget_map.cleared)) == 0);
    }
    return program.stalls(Program.Stalls.DESIGNED);
  }

  private static String numbered(String name, int number, int of) {
    return of == 1 ? name : name + (char) ('A' + number);
  }

  private int submit(BlkMqHwCtx hctx, BlkMqCtx ctx, int submitted) {
    lib.blk.sched().blk_mq_sched_insert_request(hctx, ctx, false, true, !size.inline());
    return submitted + 1 == size.requests() ? Role.END : submitted + 1;
  }

  private int issue(BlkMqHwCtx hctx, int rq, int submitted) {
    lib.blk.blk_mq_try_issue_directly(hctx, rq);
    return submitted + 1 == size.requests() ? Role.END : submitted + 1;
  }

  private int interrupt() {
    int rq = await_first(in_flight);
    scsi.scsi_finish_command(rq);
    atomic_inc(done);
    return 0;
  }

  private int kworker(BlkMqHwCtx hctx) {
    take_work(hctx.run_work);
    lib.blk.blk_mq_run_work_fn(hctx);
    return 0;
  }

  private int timer(BlkMqHwCtx hctx) {
    fire_timer(hctx.run_work);
    return 0;
  }
}
