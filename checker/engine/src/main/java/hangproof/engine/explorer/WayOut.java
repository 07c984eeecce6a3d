// SPDX-License-Identifier: MIT
package hangproof.engine.explorer;

import hangproof.machine.Program;
import it.unimi.dsi.fastutil.ints.IntArrayList;

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

  private static final float LOAD = 0.6f;

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

  Answer from(long[] start) {
    Program program = walk.program().program();
    int words = walk.layout().words();
    StateSet seen = new ExactSet(words, LOAD);
    StateReader reader = new StateReader();
    IntArrayList open = new IntArrayList();
    open.push(seen.add(start, 0, StateSet.hash(start, 0, words), 0));
    long[] state = new long[words];
    while (!open.isEmpty()) {
      seen.seek(reader, open.popInt());
      System.arraycopy(reader.states, reader.offset, state, 0, words);
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
        int place = seen.add(stepper.state, 0, StateSet.hash(stepper.state, 0, words), 0);
        if (place >= 0) {
          open.push(place);
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
