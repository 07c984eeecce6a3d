// SPDX-License-Identifier: MIT
package hangproof.engine.explorer;

import hangproof.engine.automaton.CompiledProgram;
import hangproof.engine.automaton.Domain;
import hangproof.machine.Cell;
import hangproof.machine.Memory;
import java.util.BitSet;
import java.util.List;

/** The cells of a packed state, as properties look at them. */
final class StateView implements Memory {
  private final Layout layout;
  private final Domain[] domains;
  private long[] states;
  private int offset;

  /** The cells that anybody has looked at, by index. */
  private final boolean[] looked;

  private final BitSet unseen;

  StateView(CompiledProgram program, Layout layout) {
    this.layout = layout;
    List<Cell> cells = program.program().machine().cells();
    this.domains = new Domain[cells.size()];
    this.looked = new boolean[cells.size()];
    this.unseen = program.unseen();
    for (int i = 0; i < domains.length; i++) {
      domains[i] = program.actions().domain(cells.get(i));
    }
  }

  StateView at(long[] in, int at) {
    states = in;
    offset = at;
    return this;
  }

  /** Adds the cells that somebody has looked at although their values are not all seen. */
  void addLookedAt(BitSet cells) {
    for (int c = unseen.nextSetBit(0); c >= 0; c = unseen.nextSetBit(c + 1)) {
      if (looked[c]) {
        cells.set(c);
      }
    }
  }

  @Override
  public int get(Cell cell) {
    int c = cell.index();
    looked[c] = true;
    return domains[c].value(layout.get(states, offset, c));
  }
}
