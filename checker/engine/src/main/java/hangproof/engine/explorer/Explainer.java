// SPDX-License-Identifier: MIT
package hangproof.engine.explorer;

import hangproof.engine.MemoryModel;
import hangproof.engine.automaton.CompiledProgram;
import hangproof.engine.automaton.Reduction;
import hangproof.machine.Machine;
import hangproof.machine.Program;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Finds out which steps of a run its violation hangs on.
 *
 * <p>A step of a role is needed if, with the role stopped before it while the others go on as they
 * did, the violation is not there: for a hang, if from where that leads some schedule completes
 * everything. Of each role the last such step is told: the earlier ones lead up to it.
 */
public final class Explainer {
  private final Walk walk;
  private final Replay.Script script;
  private final List<Walk.Step> steps;
  private final WayOut wayOut;

  private Explainer(Walk walk, Replay.Script script, WayOut wayOut) {
    this.walk = walk;
    this.script = script;
    this.steps = walk.steps();
    this.wayOut = wayOut;
  }

  /**
   * Explains a run.
   *
   * @param build builds the program on the machine it is given
   * @param most states to look at for one question; beyond that it is unsettled
   * @throws Replay.Diverged if the program does not run like this
   */
  public static Explanation explain(
      Function<Machine, Program> build, MemoryModel model, Replay.Script script, int most) {
    // Twins must keep their names, or the steps of the run could not be followed.
    Set<Reduction> reductions = EnumSet.complementOf(EnumSet.of(Reduction.SYMMETRY));
    BitSet visible = new BitSet();
    while (true) {
      CompiledProgram program = CompiledProgram.of(build, model, reductions, visible);
      Walk walk = new Walk(program, script);
      WayOut wayOut = new WayOut(walk, script.violation(), most);
      Explanation explanation = new Explainer(walk, script, wayOut).explain();
      BitSet looked = walk.lookedAtUnseen();
      if (looked.isEmpty()) {
        return explanation;
      }
      visible.or(looked);
    }
  }

  private Explanation explain() {
    List<long[]> states = walk.whole();
    int noReturn = noReturn(states);
    List<Explanation.Needed> needed = new ArrayList<>();
    List<Integer> unsettled = new ArrayList<>();
    for (int role = 0; role < walk.roles(); role++) {
      for (int s = noReturn - 1; s >= 0; s--) {
        if (steps.get(s).role() != role) {
          continue;
        }
        WayOut.Answer answer = without(states.get(s), s, noReturn);
        if (answer == WayOut.Answer.UNSETTLED) {
          unsettled.add(role);
          break;
        }
        if (answer == WayOut.Answer.YES) {
          needed.add(new Explanation.Needed(steps.get(s).number(), nextConflict(s, noReturn)));
          break;
        }
      }
    }
    needed.sort((a, b) -> Integer.compare(a.step(), b.step()));
    int last = noReturn - 1;
    return new Explanation(
        List.copyOf(needed),
        noReturn == 0 ? 0 : steps.get(last).number(),
        noReturn == 0 ? 0 : source(last),
        hangs() ? wakeable(states.get(states.size() - 1)) : List.of(),
        List.copyOf(unsettled));
  }

  private boolean hangs() {
    return script.violation() == Violation.IO_HANG || script.violation() == Violation.STALL;
  }

  /** How many steps of the run it takes until there is no way out: then there never is again. */
  private int noReturn(List<long[]> states) {
    if (!hangs()) {
      return steps.size();
    }
    int out = -1;
    int lost = steps.size();
    while (out + 1 < lost) {
      int middle = (out + lost) >>> 1;
      if (wayOut.from(states.get(middle)) == WayOut.Answer.NO) {
        lost = middle;
      } else {
        out = middle;
      }
    }
    return lost;
  }

  /** Whether there is a way out if the role of a step stops before it. */
  private WayOut.Answer without(long[] state, int step, int upTo) {
    Walk.End end = walk.others(state, step, upTo);
    if (!hangs() && script.violation() != Violation.LEAK) {
      return end.violated() ? WayOut.Answer.NO : WayOut.Answer.YES;
    }
    return wayOut.from(end.state());
  }

  private int nextConflict(int step, int upTo) {
    for (int s = step + 1; s < upTo; s++) {
      if (steps.get(s).role() != steps.get(step).role()
          && conflict(steps.get(step), steps.get(s))) {
        return steps.get(s).number();
      }
    }
    return 0;
  }

  private static boolean conflict(Walk.Step a, Walk.Step b) {
    for (Replay.Move x : a.moves()) {
      for (Replay.Move y : b.moves()) {
        boolean write = changes(x) || changes(y);
        if (x.cell() >= 0 && x.cell() == y.cell() && write) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean changes(Replay.Move m) {
    return m.before() != m.after();
  }

  private int source(int step) {
    Set<Integer> read = new HashSet<>();
    steps.get(step).moves().forEach(m -> read.add(m.cell()));
    for (int s = step - 1; s >= 0; s--) {
      Walk.Step earlier = steps.get(s);
      if (earlier.moves().stream().anyMatch(m -> changes(m) && read.contains(m.cell()))) {
        return earlier.role() == steps.get(step).role() ? 0 : earlier.number();
      }
    }
    return 0;
  }

  private List<Integer> wakeable(long[] end) {
    List<Integer> roles = new ArrayList<>();
    for (int role = 0; role < walk.roles(); role++) {
      long[] woken = walk.woken(end, role);
      if (woken != null && wayOut.from(woken) == WayOut.Answer.YES) {
        roles.add(role);
      }
    }
    return roles;
  }
}
