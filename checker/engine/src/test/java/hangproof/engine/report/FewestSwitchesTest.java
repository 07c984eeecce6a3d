// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import static org.assertj.core.api.Assertions.assertThat;

import hangproof.engine.explorer.Replay.Move;
import hangproof.engine.explorer.Replay.Script;
import hangproof.engine.explorer.Violation;
import hangproof.machine.Op;
import hangproof.machine.Order;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FewestSwitchesTest {
  private final List<Move> moves = new ArrayList<>();

  private void move(int role, int cell, Op op) {
    int step = moves.size() + 1;
    moves.add(new Move(role, cell, op, 0, 0, Order.ONCE, -1, 0, 0, false, step));
  }

  private List<Integer> roles() {
    Script script = new Script(Violation.IO_HANG, true, moves);
    List<Move> reordered = FewestSwitches.reorder(script).moves();
    assertThat(reordered.stream().map(Move::step)).isSorted().doesNotHaveDuplicates();
    return reordered.stream().map(Move::role).toList();
  }

  @Test
  void whatIsIndependentIsPutTogether() {
    move(0, 0, Op.WRITE);
    move(1, 1, Op.WRITE);
    move(0, 0, Op.READ);
    move(1, 1, Op.READ);
    assertThat(roles()).containsExactly(0, 0, 1, 1);
  }

  @Test
  void readsOfTheSameCellAreIndependent() {
    move(0, 0, Op.READ);
    move(1, 0, Op.READ);
    move(0, 0, Op.READ);
    assertThat(roles()).containsExactly(0, 0, 1);
  }

  @Test
  void aWriteAndAReadOfACellKeepTheirOrder() {
    move(0, 0, Op.WRITE);
    move(1, 0, Op.READ);
    move(0, 0, Op.WRITE);
    assertThat(roles()).containsExactly(0, 1, 0);
  }

  @Test
  void anEmptyRunStaysEmpty() {
    assertThat(roles()).isEmpty();
  }
}
