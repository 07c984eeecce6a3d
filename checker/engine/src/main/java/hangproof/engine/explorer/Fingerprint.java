// SPDX-License-Identifier: MIT
package hangproof.engine.explorer;

import hangproof.engine.Sha256;
import hangproof.engine.automaton.Action;
import hangproof.engine.automaton.CompiledProgram;
import hangproof.engine.automaton.Domain;
import hangproof.engine.automaton.ThreadAutomaton;
import hangproof.machine.Cell;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * Tells whether two compiled programs have the same states, in the same encoding, and the same
 * steps between them. Claims about states are no part of it: they are judged anew on what is read.
 */
final class Fingerprint {
  static final int BYTES = 32;

  private final MessageDigest digest = Sha256.digest();
  private final ByteBuffer number = ByteBuffer.allocate(Integer.BYTES);

  private Fingerprint() {}

  static byte[] of(CompiledProgram program) {
    Fingerprint f = new Fingerprint();
    f.add(program.model().name());
    program.reductions().stream().map(Enum::name).sorted().forEach(f::add);
    f.add(program.program().machine().cells().size());
    for (Cell cell : program.program().machine().cells()) {
      f.add(cell.toString());
      Domain domain = program.actions().domain(cell);
      f.add(domain.size());
      for (int i = 0; i < domain.size(); i++) {
        f.add(domain.value(i));
      }
      f.add(domain.number(cell.initial()));
    }
    f.add(program.actions().size());
    for (int a = 0; a < program.actions().size(); a++) {
      f.add(program.actions().get(a));
    }
    f.add(program.program().roles().size());
    for (int r = 0; r < program.program().roles().size(); r++) {
      f.add(program.automatonNumber(r));
      f.add(program.program().roles().get(r).timer() ? 1 : 0);
    }
    for (int r = 0; r < program.program().roles().size(); r++) {
      if (r == 0 || program.automatonNumber(r) != program.automatonNumber(r - 1)) {
        f.add(program, program.automaton(r).tables());
      }
    }
    return f.digest.digest();
  }

  private void add(Action action) {
    add(action.cell() == null ? -1 : action.cell().index());
    add((action.isForwarded() ? 1 : 0) | (action.writes() ? 2 : 0));
    int[] table = action.table();
    add(table == null ? new int[0] : table, table == null ? 0 : table.length);
  }

  private void add(CompiledProgram program, ThreadAutomaton.Tables tables) {
    add(tables.actions(), tables.size());
    add(tables.flags(), tables.size());
    add(tables.firstChild(), tables.size());
    int last = tables.size() - 1;
    int action = tables.actions()[last];
    int edges = action == ThreadAutomaton.NONE ? 0 : program.actions().get(action).edges();
    add(tables.children(), tables.firstChild()[last] + edges);
    add(tables.flushActions(), tables.size());
    add(tables.flushChild(), tables.size());
  }

  private void add(int[] values, int length) {
    add(length);
    for (int i = 0; i < length; i++) {
      add(values[i]);
    }
  }

  private void add(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    add(bytes.length);
    digest.update(bytes);
  }

  private void add(int value) {
    digest.update(number.clear().putInt(value).flip());
  }
}
