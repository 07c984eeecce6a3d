// SPDX-License-Identifier: MIT
package hangproof.engine.explorer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hangproof.engine.MemoryModel;
import hangproof.engine.automaton.Reduction;
import hangproof.engine.explorer.RandomProgram.Question;
import hangproof.engine.trace.ReplayedRun;
import hangproof.engine.trace.TraceEvent;
import hangproof.machine.Atomic;
import hangproof.machine.Machine;
import hangproof.machine.Port;
import hangproof.machine.Program;
import hangproof.machine.Role;
import hangproof.machine.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A witness is what a reviewer believes: it replays, is short, and is always the same. */
class WitnessTest {
  /** Two roles that each set their flag and look at the other's. */
  private static final class Flags extends Port {
    final Word x;
    final Word y;
    final Atomic inside;

    Flags(Machine m) {
      super(m);
      x = m.word("x", 0, 0, 1);
      y = m.word("y", 0, 0, 1);
      inside = m.atomic("inside", 0, 0, 2);
    }

    int enter(Word mine, Word other) {
      WRITE_ONCE(mine, 1);
      if (READ_ONCE(other) == 0) {
        atomic_inc(inside);
      }
      return Role.END;
    }
  }

  /** Dekker's entry: broken under TSO, and only there. */
  private static Program dekker(Machine m) {
    Flags p = new Flags(m);
    return new Program(m)
        .role("left", turn -> p.enter(p.x, p.y))
        .role("right", turn -> p.enter(p.y, p.x))
        .completion("always", memory -> true)
        .invariant("one inside", memory -> memory.get(p.inside) <= 1);
  }

  /** Two roles that count without an atomic: an update is lost. */
  private static Program lostUpdate(Machine m) {
    class Counts extends Port {
      final Word x = m.word("x", 0, 0, 2);
      final Atomic done = m.ghost("done", 2);

      Counts() {
        super(m);
      }

      int count(int turn) {
        WRITE_ONCE(x, READ_ONCE(x) + 1);
        atomic_inc(done);
        return Role.END;
      }
    }

    Counts p = new Counts();
    return new Program(m)
        .roles(2, "counts", p::count)
        .completion("both", memory -> memory.get(p.done) == 2)
        .returned("x is 2", memory -> memory.get(p.x) == 2);
  }

  private static Result run(
      Function<Machine, Program> build, MemoryModel model, Set<Reduction> reductions, int workers) {
    Limits limits = Limits.defaults().withWorkers(workers);
    return new Explorer(build, model, reductions, limits, Progress.SILENT).run();
  }

  private static Witness witness(Function<Machine, Program> build, MemoryModel model) {
    Result result = run(build, model, Reduction.all(), 1);
    assertThat(result.verdict()).isEqualTo(Verdict.SOMETIMES);
    return result.witness();
  }

  @Test
  void itReplays() {
    assertThat(run(WitnessTest::dekker, MemoryModel.SC, Reduction.all(), 1).verdict())
        .isEqualTo(Verdict.NEVER);
    Witness witness = witness(WitnessTest::dekker, MemoryModel.TSO);
    ReplayedRun run =
        new Replay(WitnessTest::dekker, MemoryModel.TSO, Replay.script(witness)).confirm();
    assertThat(run.roles()).containsExactly("left", "right");
    assertThat(run.events())
        .extracting(TraceEvent::kind)
        .contains(TraceEvent.Kind.PUSH, TraceEvent.Kind.FLUSH, TraceEvent.Kind.RMW);
    assertThat(run.memory()).anyMatch(c -> c.cell().equals("inside") && c.value().equals("2"));
  }

  private static void refused(
      Function<Machine, Program> build,
      MemoryModel model,
      Witness witness,
      UnaryOperator<List<Replay.Move>> change) {
    List<Replay.Move> moves = new ArrayList<>(Replay.script(witness).moves());
    Replay.Script tampered =
        new Replay.Script(witness.violation(), witness.terminal(), change.apply(moves));
    assertThatThrownBy(() -> new Replay(build, model, tampered).confirm())
        .isInstanceOf(Replay.Diverged.class);
  }

  private static Replay.Move changed(Replay.Move m, int role, int before, int after) {
    return new Replay.Move(
        role,
        m.cell(),
        m.op(),
        m.a(),
        m.b(),
        m.order(),
        m.chosen(),
        before,
        after,
        m.flush(),
        m.step());
  }

  @Test
  void aTamperedOneIsRefused() {
    for (MemoryModel model : List.of(MemoryModel.SC, MemoryModel.TSO)) {
      Witness witness = witness(WitnessTest::lostUpdate, model);
      int n = witness.moves().size();
      for (int i = 0; i < n; i++) {
        int at = i;
        UnaryOperator<List<Replay.Move>> otherRole =
            moves -> {
              Replay.Move m = moves.get(at);
              moves.set(at, changed(m, 1 - m.role(), m.before(), m.after()));
              return moves;
            };
        refused(WitnessTest::lostUpdate, model, witness, otherRole);
        UnaryOperator<List<Replay.Move>> noSuchRole =
            moves -> {
              Replay.Move m = moves.get(at);
              moves.set(at, changed(m, 2, m.before(), m.after()));
              return moves;
            };
        refused(WitnessTest::lostUpdate, model, witness, noSuchRole);
        UnaryOperator<List<Replay.Move>> otherValue =
            moves -> {
              Replay.Move m = moves.get(at);
              moves.set(at, changed(m, m.role(), m.before(), m.after() + 1));
              return moves;
            };
        refused(WitnessTest::lostUpdate, model, witness, otherValue);
        UnaryOperator<List<Replay.Move>> left =
            moves -> {
              moves.remove(at);
              return moves;
            };
        refused(WitnessTest::lostUpdate, model, witness, left);
      }
      refused(
          WitnessTest::lostUpdate,
          model,
          witness,
          moves -> {
            java.util.Collections.reverse(moves);
            return moves;
          });
      Replay.Script script = Replay.script(witness);
      Replay.Script claimsMore =
          new Replay.Script(Violation.IO_HANG, script.terminal(), script.moves());
      assertThatThrownBy(() -> new Replay(WitnessTest::lostUpdate, model, claimsMore).confirm())
          .isInstanceOf(Replay.Diverged.class);
    }
  }

  @Test
  void itIsTheSameFromRunToRunAndForAnyNumberOfWorkers() {
    for (long seed = 1; seed <= 40; seed++) {
      RandomProgram program = RandomProgram.of(seed);
      Function<Machine, Program> build = m -> program.build(m, Question.VERDICT);
      for (MemoryModel model : List.of(MemoryModel.SC, MemoryModel.TSO)) {
        String first = text(run(build, model, Reduction.all(), 1));
        assertThat(text(run(build, model, Reduction.all(), 1))).isEqualTo(first);
        assertThat(text(run(build, model, Reduction.all(), 2))).isEqualTo(first);
      }
    }
  }

  /** Levels wide enough for all workers to take part. */
  @Test
  void severalWorkersSeeWhatOneSees() {
    Function<Machine, Program> build =
        m -> {
          class Wide extends Port {
            final Atomic[] a = new Atomic[4];
            final Word last = m.word("last", 0, 0, 4);
            final Atomic done = m.ghost("done", 4);

            Wide() {
              super(m);
              for (int i = 0; i < 4; i++) {
                a[i] = m.atomic("a" + i, 0, 0, 4);
              }
            }

            int count(int me) {
              for (int i = 0; i < 4; i++) {
                atomic_inc(a[(me + i) % 4]);
              }
              WRITE_ONCE(last, atomic_read(a[me]));
              atomic_inc(done);
              return Role.END;
            }
          }

          Wide p = new Wide();
          Program program = new Program(m);
          for (int i = 0; i < 4; i++) {
            int me = i;
            program.role("r" + i, turn -> p.count(me));
          }
          return program
              .completion("all", memory -> memory.get(p.done) == 4)
              .returned("last is 4", memory -> memory.get(p.last) != 3);
        };
    Result one = run(build, MemoryModel.SC, Reduction.all(), 1);
    Result two = run(build, MemoryModel.SC, Reduction.all(), 2);
    assertThat(one.states()).isGreaterThan(5_000);
    assertThat(text(two)).isEqualTo(text(one));
    assertThat(two.states()).isEqualTo(one.states());
    assertThat(two.steps()).isEqualTo(one.steps());
  }

  private static String text(Result result) {
    StringBuilder text = new StringBuilder(result.verdict() + " " + result.states());
    text.append(' ').append(result.reason());
    if (result.witness() != null) {
      text.append(result.witness().claim());
      Replay.script(result.witness()).moves().forEach(m -> text.append('\n').append(m));
    }
    return text.toString();
  }

  /** Without reductions a step is an access, as brute force counts them. */
  @Test
  void itIsAShortestOne() {
    int compared = 0;
    for (long seed = 1; seed <= 150; seed++) {
      RandomProgram program = RandomProgram.of(seed);
      Function<Machine, Program> build = m -> program.build(m, Question.VERDICT);
      for (MemoryModel model : List.of(MemoryModel.SC, MemoryModel.TSO)) {
        BruteForce.Outcome all;
        try {
          all = BruteForce.of(build, model, 3_000);
        } catch (BruteForce.TooMany e) {
          continue;
        }
        if (all.violations.size() == 1 && all.error == null) {
          Result result = run(build, model, Reduction.none(), 1);
          assertThat(result.witness().steps())
              .as("seed %d, %s", seed, model)
              .isEqualTo(all.nearest.get(result.violation()));
          compared++;
        }
      }
    }
    assertThat(compared).isGreaterThan(20);
  }
}
