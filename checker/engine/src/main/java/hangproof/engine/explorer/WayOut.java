// SPDX-License-Identifier: MIT
package hangproof.engine.explorer;

import hangproof.machine.Program;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/**
 * Whether some schedule leads from a state to where nothing is wrong: depth first, exhaustively.
 */
final class WayOut {
  /** What is known of it. */
  enum Answer {
    YES,
    NO,
    /** More states than were to be looked at. */
    UNSETTLED
  }

  private final Walk walk;
  private final Violation violation;
  private final int most;
  private final Stepper stepper;

  WayOut(Walk walk, Violation violation, int most) {
    this.walk = walk;
    this.violation = violation;
    this.most = most;
    this.stepper = new Stepper(walk.program(), walk.layout(), false);
  }

  /** A state by what it holds. */
  private record Key(long[] state) {
    @Override
    public boolean equals(Object o) {
      return o instanceof Key k && Arrays.equals(state, k.state);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(state);
    }
  }

  Answer from(long[] start) {
    Program program = walk.program().program();
    Set<Key> seen = new HashSet<>();
    Deque<long[]> open = new ArrayDeque<>();
    open.push(start);
    seen.add(new Key(start));
    while (!open.isEmpty()) {
      long[] state = open.pop();
      boolean complete = program.completion().holds().test(walk.view(state));
      if (complete && violation != Violation.LEAK) {
        return Answer.YES;
      }
      stepper.start(state, 0);
      while (stepper.next()) {
        boolean timer = program.roles().get(stepper.via()).timer();
        if (stepper.fault() != Stepper.Fault.NONE || (timer && violation == Violation.STALL)) {
          continue;
        }
        long[] next = stepper.state.clone();
        if (seen.add(new Key(next))) {
          open.push(next);
        }
      }
      boolean returned = program.leaks().stream().allMatch(p -> p.holds().test(walk.view(state)));
      if (complete && stepper.enabled() == 0 && returned) {
        return Answer.YES;
      }
      if (seen.size() > most) {
        return Answer.UNSETTLED;
      }
    }
    return Answer.NO;
  }
}
