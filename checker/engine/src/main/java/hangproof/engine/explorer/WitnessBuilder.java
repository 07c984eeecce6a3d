// SPDX-License-Identifier: MIT
package hangproof.engine.explorer;

import hangproof.engine.automaton.Action;
import hangproof.engine.automaton.Domain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Turns a finding into a run with the roles under their own names. */
final class WitnessBuilder {
  private final Search search;
  private final Stepper plain;
  private final Stepper sorter;
  private final List<Witness.Move> moves = new ArrayList<>();
  private final List<Witness.Move> pending = new ArrayList<>();
  private int step;

  WitnessBuilder(Search search) {
    this.search = search;
    this.plain = new Stepper(search.program, search.layout, false);
    this.sorter = new Stepper(search.program, search.layout, true);
    plain.observe(this::observe);
  }

  Witness build(Search.Finding finding) {
    List<long[]> path = path(finding.state());
    if (finding.into() != null) {
      path.add(finding.into());
    }
    long[] here = new long[search.words];
    plain.initial(here);
    boolean symmetric =
        search.program.reductions().contains(hangproof.engine.automaton.Reduction.SYMMETRY);
    for (int i = 1; i < path.size(); i++) {
      step++;
      here = follow(here, path.get(i), symmetric);
    }
    return new Witness(
        finding.violation(), finding.claim(), finding.terminal(), List.copyOf(moves), step);
  }

  private List<long[]> path(long last) {
    List<long[]> path = new ArrayList<>();
    StateReader reader = new StateReader();
    long at = last;
    while (true) {
      StateSet set = search.parts[Search.part(at)];
      set.seek(reader, Search.index(at));
      path.add(0, Arrays.copyOfRange(reader.states, reader.offset, reader.offset + search.words));
      long parent = search.parent(at);
      if (parent == at) {
        return path;
      }
      at = parent;
    }
  }

  private long[] follow(long[] from, long[] wanted, boolean symmetric) {
    plain.start(from, 0);
    while (true) {
      pending.clear();
      if (!plain.next()) {
        throw new IllegalStateException("no step leads along the path that was found");
      }
      long[] to = plain.state.clone();
      if (symmetric) {
        sorter.canonicalise(to);
      }
      if (Arrays.equals(to, wanted)) {
        moves.addAll(pending);
        return plain.state.clone();
      }
    }
  }

  private void observe(int role, Action action, int before, int after, int edge, boolean flush) {
    if (action.isChoice()) {
      pending.add(new Witness.Move(role, action, edge, 0, 0, false, step));
      return;
    }
    Domain domain = search.program.actions().domain(action.cell());
    pending.add(
        new Witness.Move(role, action, -1, domain.value(before), domain.value(after), flush, step));
  }
}
