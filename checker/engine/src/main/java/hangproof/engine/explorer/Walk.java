// SPDX-License-Identifier: MIT
package hangproof.engine.explorer;

import hangproof.engine.automaton.Action;
import hangproof.engine.automaton.CompiledProgram;
import hangproof.engine.automaton.Domain;
import hangproof.engine.automaton.ThreadAutomaton;
import hangproof.machine.Op;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;

/** Takes the steps of a script one by one, or those of some roles only. */
final class Walk {
  /**
   * A step of the script.
   *
   * @param number that its moves carry
   * @param moves its accesses
   */
  record Step(int number, int role, List<Replay.Move> moves) {}

  /**
   * Where a part of the script leads.
   *
   * @param violated whether a claim about every state was broken on the way
   */
  record End(long[] state, boolean violated) {}

  private record Seen(int cell, int before, int after, int chosen, boolean flush) {}

  private final CompiledProgram program;
  private final Layout layout;
  private final Stepper stepper;
  private final StateView view;
  private final Violation violation;
  private final List<Step> steps = new ArrayList<>();
  private final List<Seen> seen = new ArrayList<>();

  Walk(CompiledProgram program, Replay.Script script) {
    this.program = program;
    this.violation = script.violation();
    this.layout = new Layout(program);
    this.stepper = new Stepper(program, layout, false);
    this.view = new StateView(program, layout);
    stepper.observe(this::observe);
    List<Replay.Move> moves = new ArrayList<>();
    for (int i = 0; i < script.moves().size(); i++) {
      Replay.Move m = script.moves().get(i);
      moves.add(m);
      boolean last = i + 1 == script.moves().size() || script.moves().get(i + 1).step() != m.step();
      if (last) {
        steps.add(new Step(m.step(), m.role(), List.copyOf(moves)));
        moves.clear();
      }
    }
  }

  CompiledProgram program() {
    return program;
  }

  Layout layout() {
    return layout;
  }

  int roles() {
    return layout.threads();
  }

  List<Step> steps() {
    return steps;
  }

  StateView view(long[] state) {
    return view.at(state, 0);
  }

  /** What the claims have looked at though a reduction hides its changes. */
  BitSet lookedAtUnseen() {
    BitSet cells = new BitSet();
    view.addLookedAt(cells);
    return cells;
  }

  /**
   * The states from the first one on, one more than there are steps.
   *
   * @throws Replay.Diverged if the program does something else
   */
  List<long[]> whole() {
    long[] state = new long[layout.words()];
    stepper.initial(state);
    List<long[]> states = new ArrayList<>();
    states.add(state);
    List<Deque<Replay.Move>> ahead = ahead(0, steps.size(), -1);
    for (Step step : steps) {
      state = step(state, step.role(), ahead.get(step.role()), step);
      if (state == null) {
        throw new Replay.Diverged("the program does something else at step " + step.number());
      }
      states.add(state);
    }
    return states;
  }

  /** From a state on, the steps of all roles but that of the first one, as far as they go. */
  End others(long[] from, int first, int upTo) {
    int stopped = steps.get(first).role();
    List<Deque<Replay.Move>> ahead = ahead(first, upTo, stopped);
    boolean[] held = new boolean[roles()];
    held[stopped] = true;
    long[] state = from;
    boolean violated = false;
    for (Step step : steps.subList(first, upTo)) {
      if (held[step.role()]) {
        continue;
      }
      long[] next = step(state, step.role(), ahead.get(step.role()), step);
      if (next == null) {
        held[step.role()] = true;
        continue;
      }
      state = next;
      violated |= violates(state);
    }
    return new End(state, violated);
  }

  private boolean violates(long[] state) {
    boolean fault =
        stepper.fault() == Stepper.Fault.FAILED || stepper.fault() == Stepper.Fault.UNGUARDED;
    return fault
        || (violation == Violation.DATA_RACE && stepper.plainRace(state, 0))
        || program.program().invariants().stream().anyMatch(p -> !p.holds().test(view(state)));
  }

  private List<Deque<Replay.Move>> ahead(int from, int upTo, int but) {
    List<Deque<Replay.Move>> ahead = new ArrayList<>();
    for (int r = 0; r < roles(); r++) {
      ahead.add(new ArrayDeque<>());
    }
    for (Step step : steps.subList(from, upTo)) {
      if (step.role() < 0 || step.role() >= roles()) {
        throw new Replay.Diverged("there is no role " + step.role());
      }
      if (step.role() != but) {
        ahead.get(step.role()).addAll(step.moves());
      }
    }
    return ahead;
  }

  /**
   * A step of a role that does what the role does next in the script, which may be more than one
   * step of it or less; null if there is none.
   */
  private long[] step(long[] from, int role, Deque<Replay.Move> ahead, Step step) {
    if (ahead.isEmpty() || ahead.peek().step() > step.number()) {
      return from;
    }
    long[] state = from;
    while (!ahead.isEmpty() && ahead.peek().step() <= step.number()) {
      state = one(state, role, ahead);
      if (state == null) {
        return null;
      }
    }
    return state;
  }

  private long[] one(long[] from, int role, Deque<Replay.Move> ahead) {
    stepper.start(from, 0);
    seen.clear();
    while (stepper.next()) {
      if (stepper.via() == role && !seen.isEmpty() && matches(ahead)) {
        for (int i = 0; i < seen.size(); i++) {
          ahead.poll();
        }
        return stepper.state.clone();
      }
      seen.clear();
    }
    return null;
  }

  private boolean matches(Deque<Replay.Move> ahead) {
    if (seen.size() > ahead.size()) {
      return false;
    }
    int i = 0;
    for (Replay.Move m : ahead) {
      if (i == seen.size()) {
        return true;
      }
      Seen s = seen.get(i++);
      boolean same =
          m.chosen() >= 0
              ? s.chosen() == m.chosen()
              : s.cell() == m.cell()
                  && s.before() == m.before()
                  && s.after() == m.after()
                  && s.flush() == m.flush();
      if (!same) {
        return false;
      }
    }
    return true;
  }

  private void observe(int role, Action action, int before, int after, int edge, boolean flush) {
    if (action.isChoice()) {
      seen.add(new Seen(-1, 0, 0, edge, false));
      return;
    }
    Domain domain = program.actions().domain(action.cell());
    seen.add(new Seen(action.cell().index(), domain.value(before), domain.value(after), -1, flush));
  }

  /**
   * The state with the cell that a role waits for as the role wants it; null if the role does not
   * wait for a value.
   */
  long[] woken(long[] state, int role) {
    ThreadAutomaton.Tables tables = program.automaton(role).tables();
    int action = tables.actions()[layout.get(state, 0, layout.thread(role))];
    if (action == ThreadAutomaton.NONE || program.program().roles().get(role).timer()) {
      return null;
    }
    Action next = program.actions().get(action);
    if (next.cell() == null || (next.op() != Op.AWAIT_CLAIM && next.op() != Op.AWAIT_EQ)) {
      return null;
    }
    long[] woken = Arrays.copyOf(state, state.length);
    Domain domain = program.actions().domain(next.cell());
    layout.set(woken, 0, next.cell().index(), domain.number(next.a()));
    return Arrays.equals(woken, state) ? null : woken;
  }
}
