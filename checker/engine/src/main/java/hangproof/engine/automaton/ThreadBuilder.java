// SPDX-License-Identifier: MIT
package hangproof.engine.automaton;

import hangproof.engine.MemoryModel;
import hangproof.machine.Cell;
import hangproof.machine.Fence;
import hangproof.machine.Op;
import hangproof.machine.Order;
import hangproof.machine.PortException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Puts a role under a memory model: the product of its program order and its store buffer. */
final class ThreadBuilder implements ThreadAutomaton.Source {
  private static final int BUFFER_CAPACITY = 8;

  /** A place in program order, and what is still in the buffer there. */
  private record Place(int at, StoreBuffer buffer) {}

  private final RoleAutomaton role;
  private final Actions actions;
  private final MemoryModel model;
  private final Set<Reduction> reductions;
  private final Set<Cell> own;
  private final Set<Cell> semaphores;
  private final Set<Cell> tallies;
  private final Set<Cell> visible;
  private final Set<Cell> contested;
  private final Map<Place, Integer> byPlace = new HashMap<>();
  private final List<Place> places = new ArrayList<>();
  private final ThreadAutomaton automaton = new ThreadAutomaton(this);

  /**
   * @param own the cells that no other thread can reach
   * @param semaphores the cells that are only counted up, or waited for and counted down
   * @param tallies the cells that nobody reads, and whose changes commute
   * @param visible the cells that claims look at: a write to one must be a step of its own
   * @param contested the cells that some thread touches with a plain access, lock or no lock
   */
  ThreadBuilder(
      RoleAutomaton role,
      Actions actions,
      MemoryModel model,
      Set<Reduction> reductions,
      Set<Cell> own,
      Set<Cell> semaphores,
      Set<Cell> tallies,
      Set<Cell> visible,
      Set<Cell> contested) {
    this.role = role;
    this.actions = actions;
    this.model = model;
    this.reductions = reductions;
    this.own = own;
    this.semaphores = semaphores;
    this.tallies = tallies;
    this.visible = visible;
    this.contested = contested;
    node(new Place(0, StoreBuffer.EMPTY));
  }

  ThreadAutomaton automaton() {
    return automaton;
  }

  @Override
  public int child(int node, int edge) {
    Place place = places.get(node);
    RoleAutomaton.Node here = role.node(place.at());
    Action action = here.action;
    if (isSilent(place)) {
      return node(pass(place));
    }
    if (throughBuffer(here) && action.op().kind().update()) {
      return node(store(place, action, load(action).edgeValue(edge)));
    }
    return node(new Place(role.child(place.at(), edge), place.buffer()));
  }

  @Override
  public int flushed(int node) {
    Place place = places.get(node);
    return node(new Place(place.at(), place.buffer().withoutOldest()));
  }

  private int node(Place start) {
    Place place = reductions.contains(Reduction.FENCES) ? settle(start) : start;
    Integer known = byPlace.get(place);
    if (known != null) {
      return known;
    }
    int node = add(place);
    byPlace.put(place, node);
    places.add(place);
    return node;
  }

  /** Follows the thread past everything of which nobody can tell when it happens. */
  private Place settle(Place start) {
    Place place = start;
    Set<Place> seen = null;
    while (isUntimed(place) && !overflows(place)) {
      if (seen == null) {
        seen = new HashSet<>();
      }
      if (!seen.add(place)) {
        if (place.buffer().isEmpty()) {
          throw new PortException("a role loops for ever without touching shared state");
        }
        return place;
      }
      place = pass(place);
    }
    return place;
  }

  /**
   * Whether the next thing the thread does is its own affair, and might as well happen at once. A
   * load from the own buffer might not: it can also come after the store has reached memory, and
   * another thread has overwritten it.
   */
  private boolean isUntimed(Place place) {
    if (!isSilent(place)) {
      return false;
    }
    RoleAutomaton.Node here = role.node(place.at());
    return here.action.fence() != null
        || here.action.op().kind() == Op.Kind.WRITE
        || isUnderLock(here);
  }

  /** Whether the next thing the thread does is its own affair. */
  private boolean isSilent(Place place) {
    RoleAutomaton.Node here = role.node(place.at());
    Action action = here.action;
    if (action == null || action.isChoice()) {
      return false;
    }
    if (action.fence() != null) {
      return !mustDrain(place);
    }
    if (!throughBuffer(here) || actions.isUnguarded(here.action, here.held)) {
      return false;
    }
    Op.Kind kind = action.op().kind();
    if (kind == Op.Kind.WRITE) {
      return !(isMovingLock(action) && action.op() == Op.UNLOCK && place.buffer().isEmpty());
    }
    return (kind == Op.Kind.READ || kind.update())
        && place.buffer().holds(action.cell().index())
        && action.op().enabled(forwarded(place), action.a(), action.b());
  }

  /** Does a silent thing. */
  private Place pass(Place place) {
    Action action = role.node(place.at()).action;
    if (action.fence() != null) {
      return new Place(role.child(place.at(), 0), place.buffer());
    }
    if (action.op().kind() == Op.Kind.WRITE) {
      return store(place, action, 0);
    }
    int seen = forwarded(place);
    if (action.op().kind().update()) {
      return store(place, action, seen);
    }
    int result = action.op().result(seen, action.a(), action.b());
    return new Place(role.child(place.at(), action.edgeOf(result)), place.buffer());
  }

  /** The load that an update begins with. */
  private Action load(Action update) {
    return actions.access(update.cell(), Op.READ, 0, 0, Order.PLAIN);
  }

  private Place store(Place place, Action action, int old) {
    int value;
    try {
      value = action.op().next(old, action.a(), action.b());
    } catch (PortException e) {
      return new Place(failed(e), place.buffer());
    }
    Cell cell = action.cell();
    if (!cell.admits(value)) {
      return new Place(failed(outOfRange(cell, value)), place.buffer());
    }
    int edge = action.edgeOf(action.op().result(old, action.a(), action.b()));
    int child = role.child(place.at(), edge);
    if (value == old && action.op().kind().update()) {
      return new Place(child, place.buffer());
    }
    return new Place(child, place.buffer().push(cell.index(), value));
  }

  static PortException outOfRange(Cell cell, int value) {
    return new PortException(
        cell
            + " would become "
            + cell.show(value)
            + ", outside its declared range "
            + cell.lowest()
            + ".."
            + cell.highest());
  }

  private int failed(PortException e) {
    return role.addFailure(e);
  }

  private int forwarded(Place place) {
    return place.buffer().newest(role.node(place.at()).action.cell().index());
  }

  private boolean overflows(Place place) {
    Action action = role.node(place.at()).action;
    return place.buffer().size() >= BUFFER_CAPACITY
        && action != null
        && action.writes()
        && throughBuffer(role.node(place.at()));
  }

  /** Whether the thread waits here until its buffer is empty. */
  private boolean mustDrain(Place place) {
    if (place.buffer().isEmpty()) {
      return false;
    }
    RoleAutomaton.Node here = role.node(place.at());
    Action action = here.action;
    if (action == null || action.isChoice()) {
      return false;
    }
    if (action.fence() != null) {
      return action.fence() == Fence.MB;
    }
    Op.Kind kind = action.op().kind();
    if (kind.atomic()) {
      return model == MemoryModel.TSO && !action.cell().ghost();
    }
    return throughBuffer(here)
        && (kind == Op.Kind.READ
            && place.buffer().holds(action.cell().index())
            && !action.op().enabled(forwarded(place), action.a(), action.b()));
  }

  /** Whether the access stores into the buffer, or loads from there before it asks memory. */
  private boolean throughBuffer(RoleAutomaton.Node here) {
    Cell cell = here.action.cell();
    return model == MemoryModel.TSO
        && cell != null
        && !isOwn(cell)
        && !(isUnderLock(here) && !cell.readableAnywhere());
  }

  /** Whether nobody can tell when the access happens. */
  private boolean isLocal(RoleAutomaton.Node here) {
    Cell cell = here.action.cell();
    return cell == null
        || isOwn(cell)
        || isTally(cell)
        || (isUnderLock(here)
            && (!cell.readableAnywhere() || here.action.op().kind() == Op.Kind.READ));
  }

  /** Whether no other thread can reach the cell. */
  private boolean isOwn(Cell cell) {
    return cell.ghost()
        || (reductions.contains(Reduction.PRIVATE)
            && own.contains(cell)
            && !visible.contains(cell));
  }

  private boolean isTally(Cell cell) {
    return reductions.contains(Reduction.TALLIES)
        && tallies.contains(cell)
        && !visible.contains(cell);
  }

  private boolean isMovingLock(Action action) {
    return reductions.contains(Reduction.LOCKS)
        && (action.op() == Op.LOCK || action.op() == Op.UNLOCK)
        && !visible.contains(action.cell());
  }

  /** Whether no other thread can write the cell now, nor read it unless it is readable anywhere. */
  private boolean isUnderLock(RoleAutomaton.Node here) {
    Cell cell = here.action.cell();
    return reductions.contains(Reduction.LOCKS)
        && cell.guard() != null
        && !visible.contains(cell)
        && (here.held & actions.lockBit(cell.guard())) != 0;
  }

  private int add(Place place) {
    RoleAutomaton.Node here = role.node(place.at());
    int flushAction = ThreadAutomaton.NONE;
    if (!place.buffer().isEmpty()) {
      Cell cell = actions.cell(place.buffer().oldestCell());
      Op op = Op.WRITE;
      flushAction = actions.access(cell, op, place.buffer().oldestValue(), 0, Order.ONCE).id();
    }
    if (here.failure != null) {
      return automaton.add(
          ThreadAutomaton.NONE, 0, ThreadAutomaton.FAILED, flushAction, here.failure);
    }
    if (here.isEnd() || mustDrain(place)) {
      return automaton.add(ThreadAutomaton.NONE, 0, 0, flushAction, null);
    }
    if (overflows(place)) {
      return automaton.add(ThreadAutomaton.NONE, 0, ThreadAutomaton.OVERFLOW, flushAction, null);
    }
    Action action = here.action;
    if (isSilent(place)) {
      if (reductions.contains(Reduction.FENCES) && isUntimed(place)) {
        return automaton.add(ThreadAutomaton.NONE, 0, 0, flushAction, null);
      }
      Action nothing = actions.fence(Fence.RMB);
      return automaton.add(nothing.id(), 1, 0, flushAction, null);
    }
    if (throughBuffer(here) && action.op() != null && action.op().kind().update()) {
      action = load(action);
    }
    return automaton.add(action.id(), action.edges(), flags(here), flushAction, null);
  }

  private int flags(RoleAutomaton.Node here) {
    Action action = here.action;
    if (action.isChoice()) {
      return ThreadAutomaton.CHOICE;
    }
    if (action.fence() != null) {
      return 0;
    }
    int flags = isLocal(here) ? ThreadAutomaton.LOCAL : 0;
    Op op = action.op();
    Cell cell = action.cell();
    if (isMovingLock(action)) {
      flags |= op == Op.LOCK ? ThreadAutomaton.TAKE : ThreadAutomaton.GIVE;
    }
    if (reductions.contains(Reduction.SEMAPHORES)
        && semaphores.contains(cell)
        && !visible.contains(cell)) {
      flags |= op == Op.AWAIT_DEC ? ThreadAutomaton.TAKE : ThreadAutomaton.GIVE;
    }
    flags |= op.blocking() ? ThreadAutomaton.BLOCKING : 0;
    if (model == MemoryModel.SC && contested.contains(cell)) {
      flags |= ThreadAutomaton.CONTESTED;
    }
    if (cell.guard() == null) {
      flags |= action.order() == Order.PLAIN && !cell.ghost() ? ThreadAutomaton.PLAIN : 0;
    } else if (actions.isUnguarded(here.action, here.held)) {
      flags |= ThreadAutomaton.UNGUARDED;
    }
    return flags;
  }
}
