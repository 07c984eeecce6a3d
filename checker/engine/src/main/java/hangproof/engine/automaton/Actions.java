// SPDX-License-Identifier: MIT
package hangproof.engine.automaton;

import hangproof.machine.Cell;
import hangproof.machine.Fence;
import hangproof.machine.Machine;
import hangproof.machine.Op;
import hangproof.machine.Order;
import hangproof.machine.PortException;
import hangproof.machine.SpinLock;
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
  private final long[] lockBits;
  private final boolean forgetVoid;

  /**
   * @param machine its cells are all declared
   * @param forgetVoid whether operations without a result leave nothing in a thread's history
   */
  Actions(Machine machine, boolean forgetVoid) {
    this.forgetVoid = forgetVoid;
    this.cells = machine.cells();
    this.lockBits = new long[cells.size()];
    int locks = 0;
    for (Cell cell : cells) {
      domains.add(Domain.of(cell));
      if (cell instanceof SpinLock) {
        if (locks == Long.SIZE) {
          throw new PortException("more than 64 locks");
        }
        lockBits[cell.index()] = 1L << locks++;
      }
    }
  }

  /** The bit that stands for a lock in a set of locks. */
  long lockBit(Cell lock) {
    return lockBits[lock.index()];
  }

  /** Whether the access is to a guarded cell whose lock is not in the set. */
  boolean isUnguarded(Action action, long held) {
    Cell cell = action.cell();
    return cell.guard() != null
        && (held & lockBit(cell.guard())) == 0
        && !(cell.readableAnywhere() && action.op().kind() == Op.Kind.READ);
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
