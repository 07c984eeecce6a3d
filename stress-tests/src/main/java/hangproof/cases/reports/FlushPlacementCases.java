// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.reports;

import static hangproof.engine.cases.Expectation.never;
import static hangproof.engine.cases.Expectation.sometimes;

import hangproof.engine.cases.Bounds;
import hangproof.engine.cases.Case;
import hangproof.engine.explorer.Violation;
import hangproof.machine.Ids;
import hangproof.machine.Machine;
import hangproof.machine.Program;
import hangproof.machine.Role;
import hangproof.model.block.BlkFlush;
import hangproof.model.block.BlkMq;
import hangproof.model.block.Geometry;
import hangproof.model.block.Geometry.Path;
import hangproof.model.block.versions.FlushJoinsRunning;
import hangproof.model.block.versions.FlushPlacement;
import hangproof.model.block.versions.FlushPlacement.Variant;
import hangproof.model.block.versions.RefusedGoesBehind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * The thread of March 2020 on 01e99aeca397, which made block/004 slow: where on the dispatch list a
 * flush belongs. It is a question of cost, which is not decided here; what is decided is that no
 * variant hangs or answers a flush too early, and the story that was told for the merged one.
 *
 * <p>The story: a flush F is put before the writes on the list; another runner, which has not seen
 * the list, gives the drive a write from the scheduler; so F is refused, "and the list becomes (w0,
 * w1, F)". The first half is {@code flush/story}. The second half is not what the code does: the
 * dispatcher puts F back to the head of what it has in hand, so that F keeps its place before those
 * writes ({@code flush/story-order}); {@code flush/story-as-told} is the control. That F waits for
 * one write more, which is all that the argument needs, is true all the same.
 */
final class FlushPlacementCases {
  private FlushPlacementCases() {}

  static List<Case> all() {
    List<Case> cases = new ArrayList<>();
    variant(cases, "rc3", "v5.6-rc3", m -> new FlushPlacement(m, Variant.RC3));
    variant(cases, "rc4", "v5.6-rc4, 01e99aeca397", m -> new FlushPlacement(m, Variant.RC4));
    variant(cases, "patch1", "patch 1", m -> new FlushPlacement(m, Variant.PATCH1));
    variant(cases, "patch2", "patch 2", m -> new FlushPlacement(m, Variant.PATCH2));
    variant(cases, "trial", "the trial", m -> new FlushPlacement(m, Variant.TRIAL));
    variant(cases, "merged", "since v5.6, cc3200eac4c5", BlkMq::new);
    cases.add(
        of("joins-running", "a flush in flight serves those too that ask meanwhile")
            .versions("never shipped")
            .expect(sometimes(Violation.INVARIANT))
            .program((machine, bounds) -> fsyncs(machine, new FlushJoinsRunning(machine))));
    cases.add(
        of("story", "a flush that is put before a write is never refused")
            .versions("since v5.6, cc3200eac4c5")
            .expect(sometimes(Violation.INVARIANT))
            .program((machine, bounds) -> story(machine, BlkMq::new, true)));
    cases.add(
        of("story-order", "a refused flush stays before the write")
            .versions("since v5.6, cc3200eac4c5")
            .expect(never())
            .program((machine, bounds) -> story(machine, BlkMq::new, false)));
    cases.add(
        of("story-as-told", "it does if the dispatcher puts what was refused behind the rest")
            .versions("never shipped")
            .expect(sometimes(Violation.INVARIANT))
            .program((machine, bounds) -> story(machine, RefusedGoesBehind::new, false)));
    return cases;
  }

  private static void variant(
      List<Case> cases, String name, String versions, Function<Machine, BlkMq> blk) {
    cases.add(
        of(name, "every write and fsync ends, and a flush is not answered too early")
            .versions(versions)
            .parameter("jobs", 1, 1, 2)
            .parameter("inline", 0, 0, 1)
            .alsoAt(Map.of("jobs", 2))
            .alsoAt(Map.of("inline", 1))
            .expect(never())
            .program((machine, bounds) -> writesAndFsyncs(machine, bounds, blk)));
  }

  private static Case of(String name, String claim) {
    return Case.of("flush/" + name, claim)
        .subsystem("block")
        .report("01e99aeca397")
        .limits(
            "a drive that refuses a flush beside a write and ends commands in order; a first come,"
                + " first served scheduler; the rest of blk-mq as in v5.10");
  }

  private static final int WRITE = BlkFlush.HAS_DATA;

  /**
   * A flush, a write that it keeps waiting, and another flush, which then has to do with the write
   * on the dispatch list. (With a single flush no variant differs from another.)
   */
  private static Program writesAndFsyncs(
      Machine machine, Bounds bounds, Function<Machine, BlkMq> blk) {
    Set<Path> paths = EnumSet.of(Path.DISPATCH, Path.FIFO_ELEVATOR);
    if (bounds.get("inline") == 0) {
      paths.add(Path.MOVED);
    }
    List<Integer> flags = List.of(WRITE, BlkFlush.REQ_PREFLUSH, BlkFlush.REQ_PREFLUSH);
    FlushProgram program =
        new FlushProgram(
            machine, new Geometry(1, 1, 3, paths, flags), blk.apply(machine), true, false);
    if (bounds.get("jobs") == 1) {
      program.submits("job", List.of(1, 0, 2));
    } else {
      program.submits("job1", List.of(1, 0)).submits("job2", List.of(2));
    }
    int bits = program.drive.q.list_bits();
    return program
        .program()
        .reaches(
            "a flush and a write are on the dispatch list together",
            memory -> Ids.size(memory.get(program.drive.q.hctx(0).dispatch), bits) == 2);
  }

  /** Two fsyncs of two jobs, whose data is written already. */
  private static Program fsyncs(Machine machine, BlkMq blk) {
    int fsync = BlkFlush.REQ_PREFLUSH;
    Geometry geometry =
        new Geometry(1, 1, 2, Set.of(Path.DISPATCH, Path.MOVED), List.of(fsync, fsync));
    return new FlushProgram(machine, geometry, blk, true, false)
        .submits("job1", List.of(0))
        .submits("job2", List.of(1))
        .program();
  }

  /**
   * A write on the dispatch list, as it was left there by an earlier flush; then a flush is asked
   * for, and meanwhile somebody submits another write, which the kworker gives to the drive while
   * the requeue work puts the flush on the list and runs the queue itself.
   */
  private static Program story(Machine machine, Function<Machine, BlkMq> version, boolean refusal) {
    BlkMq blk = version.apply(machine);
    Geometry geometry =
        new Geometry(
            1,
            1,
            3,
            Set.of(Path.DISPATCH, Path.FIFO_ELEVATOR),
            List.of(WRITE, WRITE, BlkFlush.REQ_PREFLUSH));
    FlushProgram program = new FlushProgram(machine, geometry, blk, false, true);
    NcqDrive drive = program.drive;
    int w0 = drive.q.request(0);
    int flush = drive.q.hctx(0).fq.flush_rq;
    int bits = drive.q.list_bits();
    int before = Ids.addTail(flush, w0, bits);
    int behind = Ids.addTail(w0, flush, bits);
    Program whole =
        program
            .role(
                "fsync",
                n -> {
                  blk.blk_mq_request_bypass_insert(drive.q, w0, false, false);
                  drive.submit(2);
                  return Role.END;
                })
            .submits("job", List.of(1))
            .program();
    return refusal
        ? whole.invariant(
            "no flush before a write was refused",
            memory ->
                memory.get(drive.refused) == 0 || memory.get(drive.q.hctx(0).dispatch) != before)
        : whole.invariant(
            "a refused flush is not behind the write",
            memory ->
                memory.get(drive.refused) == 0 || memory.get(drive.q.hctx(0).dispatch) != behind);
  }
}
