// SPDX-License-Identifier: MIT
package hangproof.engine.automaton;

import hangproof.machine.Cell;
import hangproof.machine.Fence;
import hangproof.machine.Machine;
import hangproof.machine.Op;
import hangproof.machine.Order;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The actions of one program, each once. */
public final class Actions {
  private final List<Cell> cells;
  private final List<Domain> domains = new ArrayList<>();
  private final List<Action> actions = new ArrayList<>();
  private final Map<Action.Key, Action> byKey = new HashMap<>();
  private final boolean forgetVoid;

  /**
   * @param machine its cells are all declared
   * @param forgetVoid whether operations without a result leave nothing in a thread's history
   */
  Actions(Machine machine, boolean forgetVoid) {
    this.forgetVoid = forgetVoid;
    this.cells = machine.cells();
    for (Cell cell : machine.cells()) {
      domains.add(Domain.of(cell));
    }
  }

  Cell cell(int index) {
    return cells.get(index);
  }

  public Domain domain(Cell cell) {
    return domains.get(cell.index());
  }

  public Action get(int id) {
    return actions.get(id);
  }

  public int size() {
    return actions.size();
  }

  Action access(Cell cell, Op op, int a, int b, Order order) {
    return intern(new Action.Key(cell, op, a, b, order, null, 0));
  }

  Action fence(Fence fence) {
    return intern(new Action.Key(null, null, 0, 0, null, fence, 0));
  }

  Action choice(int n) {
    return intern(new Action.Key(null, null, 0, 0, null, null, n));
  }

  private Action intern(Action.Key key) {
    Action known = byKey.get(key);
    if (known == null) {
      Domain domain = key.cell() == null ? null : domain(key.cell());
      known = Action.of(actions.size(), key, domain, forgetVoid);
      actions.add(known);
      byKey.put(key, known);
    }
    return known;
  }
}
