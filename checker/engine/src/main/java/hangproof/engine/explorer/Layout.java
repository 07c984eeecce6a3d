// SPDX-License-Identifier: MIT
package hangproof.engine.explorer;

import hangproof.engine.automaton.CompiledProgram;
import hangproof.machine.Cell;
import java.util.List;

/**
 * Where in a state's words each cell and each thread is: cells first, then a node number for each
 * thread, none across two words.
 */
final class Layout {
  /** Room for the node of an automaton that still grows. */
  private static final int OPEN_NODE_BITS = 22;

  private final int cells;
  private final int threads;
  private final int words;
  final int[] word;
  final int[] shift;
  final long[] mask;

  Layout(CompiledProgram program) {
    List<Cell> declared = program.program().machine().cells();
    this.cells = declared.size();
    this.threads = program.program().roles().size();
    int fields = cells + threads;
    this.word = new int[fields];
    this.shift = new int[fields];
    this.mask = new long[fields];
    int at = 0;
    for (int f = 0; f < fields; f++) {
      int bits =
          f < cells
              ? bitsFor(program.actions().domain(declared.get(f)).size())
              : program.closed() ? bitsFor(program.automaton(f - cells).size()) : OPEN_NODE_BITS;
      if (at % Long.SIZE + bits > Long.SIZE) {
        at += Long.SIZE - at % Long.SIZE;
      }
      word[f] = Math.min(at / Long.SIZE, Math.max(0, at - 1) / Long.SIZE);
      if (bits > 0) {
        word[f] = at / Long.SIZE;
      }
      shift[f] = at % Long.SIZE;
      mask[f] = (1L << bits) - 1;
      at += bits;
    }
    this.words = Math.max(1, (at + Long.SIZE - 1) / Long.SIZE);
  }

  private static int bitsFor(int values) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(values - 1);
  }

  /** How many longs a state takes. */
  int words() {
    return words;
  }

  int cells() {
    return cells;
  }

  int threads() {
    return threads;
  }

  /** The field of a thread. */
  int thread(int t) {
    return cells + t;
  }

  int get(long[] state, int offset, int field) {
    return (int) ((state[offset + word[field]] >>> shift[field]) & mask[field]);
  }

  void set(long[] state, int offset, int field, int value) {
    int w = offset + word[field];
    int s = shift[field];
    state[w] = (state[w] & ~(mask[field] << s)) | ((long) value << s);
  }
}
