// SPDX-License-Identifier: MIT
package hangproof.engine.graph;

import hangproof.engine.automaton.Action;
import hangproof.engine.automaton.Domain;
import hangproof.engine.automaton.RoleSteps;
import hangproof.engine.axiom.Fence;
import hangproof.engine.axiom.Tag;
import hangproof.machine.Cell;
import hangproof.machine.Op;
import hangproof.machine.PortException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The roles of a port as threads of an execution graph: which events an access makes, and with
 * which tags of linux-kernel.bell.
 *
 * <p>A location is a cell. Counters of the harness are no events: they are added up on the way. Nor
 * are reads of cells that nobody ever writes.
 */
final class RoleThreads implements ThreadSource {
  private static final int MOST_SILENT_STEPS = 10_000;

  private final RoleSteps roles;
  private final int eventsEach;
  private final int[] initial;
  private final int[] ghosts;
  private final BitSet constants;
  private final RoleStep[] roots;
  private int ids;

  /**
   * @param eventsEach how many memory events a thread may have; beyond, it is cut
   */
  RoleThreads(RoleSteps roles, int eventsEach) {
    this.roles = roles;
    this.eventsEach = eventsEach;
    List<Cell> cells = roles.program().machine().cells();
    initial = cells.stream().mapToInt(Cell::initial).toArray();
    ghosts = new int[cells.size()];
    constants = roles.constants();
    roots = new RoleStep[roles.automata()];
    for (int a = 0; a < roots.length; a++) {
      roots[a] = settle(a, 0, null, 0, 0, ghosts);
    }
  }

  @Override
  public int threads() {
    return roles.program().roles().size();
  }

  @Override
  public Step start(int thread) {
    return roots[roles.automatonOf(thread)];
  }

  @Override
  public int[] initial() {
    return initial.clone();
  }

  /** What the counters of the harness come to at a step of one thread, by cell. */
  static int[] ghosts(Step step) {
    return ((RoleStep) step).ghosts;
  }

  /** The access that a step is about, null if it is about none. */
  static Action action(Step step) {
    return ((RoleStep) step).action;
  }

  /**
   * Goes on to what the memory model sees next.
   *
   * @param tag the event that led here, 0 if none
   * @param data the reads that it depends on
   */
  private RoleStep settle(int automaton, int from, Step parent, int tag, long data, int[] counted) {
    Step.Parts parts = parts(parent, tag);
    List<Fence> fences = new ArrayList<>();
    int[] sums = counted;
    int node = from;
    for (int steps = 0; steps < MOST_SILENT_STEPS; steps++) {
      Action action = roles.action(automaton, node);
      if (action == null || action.isChoice() || isEvent(action)) {
        parts.fences = fences;
        return make(parts, automaton, node, action, data, sums);
      }
      int edge = 0;
      if (action.fence() != null) {
        fences.add(fence(action.fence()));
      } else if (!action.cell().ghost()) {
        int result = action.op().result(action.cell().initial(), action.a(), action.b());
        edge = RoleSteps.edge(action, result);
      } else {
        if (action.op() != Op.ADD) {
          throw new PortException(action.cell() + " is a ghost and can only be counted up or down");
        }
        sums = sums.clone();
        sums[action.cell().index()] += action.a();
      }
      node = roles.child(automaton, node, edge);
    }
    throw new PortException("a role turns for ever without touching shared state");
  }

  private Step.Parts parts(Step parent, int tag) {
    Step.Parts parts = new Step.Parts();
    parts.id = ids++;
    parts.parent = parent;
    parts.tag = tag;
    return parts;
  }

  /**
   * Reads of what nobody writes are left out. What LKMM orders by them is then missing, which can
   * only make it allow more.
   */
  private boolean isEvent(Action action) {
    Cell cell = action.cell();
    if (cell == null || cell.ghost()) {
      return false;
    }
    return !constants.get(cell.index())
        || !action.op().enabled(cell.initial(), action.a(), action.b());
  }

  private RoleStep make(
      Step.Parts parts, int automaton, int node, Action action, long data, int[] sums) {
    RuntimeException failure = roles.failure(automaton, node);
    int before = parts.parent == null ? 0 : parts.parent.events + (parts.tag != 0 ? 1 : 0);
    boolean badWrite = false;
    if (action == null) {
      parts.kind = failure == null ? Step.Kind.END : Step.Kind.FAILED;
    } else if (action.isChoice()) {
      parts.kind = Step.Kind.CHOICE;
      parts.choices = action.edges();
    } else if (before + 2 > eventsEach) {
      parts.kind = Step.Kind.CUT;
    } else {
      parts.kind = action.op().kind().reads() ? Step.Kind.READ : Step.Kind.WRITE;
      parts.location = action.cell().index();
      parts.waits = action.op().blocking();
      badWrite = parts.kind == Step.Kind.WRITE && !action.cell().admits(next(action, 0));
    }
    return new RoleStep(parts, automaton, node, action, data, sums, failure, badWrite);
  }

  private static int next(Action action, int old) {
    return action.op().next(old, action.a(), action.b());
  }

  private static Fence fence(hangproof.machine.Fence fence) {
    return switch (fence) {
      case MB -> Fence.MB;
      case RMB -> Fence.RMB;
      case WMB -> Fence.WMB;
      case BEFORE_ATOMIC -> Fence.BEFORE_ATOMIC;
      case AFTER_ATOMIC -> Fence.AFTER_ATOMIC;
    };
  }

  /** The tags of the load, if the operation goes through with that result. */
  private static int readTag(Action action, int result) {
    Op op = action.op();
    if (op == Op.LOCK) {
      return Tag.READ | Tag.LOCK_READ;
    }
    if (op.kind().update()) {
      return Tag.READ | Tag.PLAIN;
    }
    if (!op.kind().atomic()) {
      return switch (action.order()) {
        case PLAIN -> Tag.READ | Tag.PLAIN;
        case ACQUIRE, FULL -> Tag.READ | Tag.ACQUIRE;
        case ONCE, RELEASE -> Tag.READ;
      };
    }
    boolean noreturn = op.kind() == Op.Kind.RMW;
    return Tag.READ
        | Tag.RMW
        | switch (action.order()) {
          case FULL -> Tag.MB;
          case ACQUIRE -> Tag.ACQUIRE;
          case PLAIN, ONCE -> noreturn ? Tag.NORETURN : 0;
          // refcount_dec_and_test() acquires if it took the last reference.
          case RELEASE -> op == Op.ADD_AND_TEST && result == 1 ? Tag.ACQUIRE : 0;
        };
  }

  private static int writeTag(Action action) {
    Op op = action.op();
    if (op == Op.LOCK) {
      return Tag.WRITE | Tag.LOCK_WRITE;
    }
    if (op == Op.UNLOCK) {
      return Tag.WRITE | Tag.UNLOCK;
    }
    if (op.kind().update()) {
      return Tag.WRITE;
    }
    if (op.kind().atomic()) {
      return Tag.WRITE
          | Tag.RMW
          | switch (action.order()) {
            case FULL -> Tag.MB;
            case RELEASE -> Tag.RELEASE;
            case PLAIN, ONCE, ACQUIRE -> 0;
          };
    }
    return switch (action.order()) {
      case PLAIN -> Tag.WRITE | Tag.PLAIN;
      case RELEASE, FULL -> Tag.WRITE | Tag.RELEASE;
      case ONCE, ACQUIRE -> Tag.WRITE;
    };
  }

  /** Whether what an operation writes depends on what it read, as linux-kernel.def has it. */
  private static boolean computes(Op op) {
    return switch (op) {
      case ADD,
          OR,
          AND,
          FETCH_ADD,
          ADD_RETURN,
          ADD_AND_TEST,
          ADD_UNLESS,
          TEST_AND_SET,
          TEST_AND_CLEAR,
          TEST_AND_SET_LOCK ->
          true;
      default -> false;
    };
  }

  /** A step of a role. */
  private final class RoleStep extends Step {
    private final int automaton;
    private final int node;
    private final Action action;
    private final long data;
    private final int[] ghosts;
    private final RuntimeException failure;

    /** Of a write: whether it leaves the range of its cell. */
    private final boolean bad;

    /** By the number of the value or by the choice; null where nobody has asked yet. */
    private RoleStep[] children;

    /** By edge: where the thread goes if the operation goes through, and if it does not. */
    private RoleStep[] through;

    private RoleStep[] failed;
    private RoleStep corrupt;
    private RoleStep blocked;

    RoleStep(
        Parts parts,
        int automaton,
        int node,
        Action action,
        long data,
        int[] ghosts,
        RuntimeException failure,
        boolean bad) {
      super(parts);
      this.automaton = automaton;
      this.node = node;
      this.action = action;
      this.data = data;
      this.ghosts = ghosts;
      this.failure = failure;
      this.bad = bad;
    }

    @Override
    RuntimeException failure() {
      return failure;
    }

    @Override
    long dataFrom() {
      return data;
    }

    @Override
    Step afterChoice(int chosen) {
      if (children == null) {
        children = new RoleStep[choices];
      }
      if (children[chosen] == null) {
        int child = roles.child(automaton, node, chosen);
        children[chosen] = settle(automaton, child, this, 0, 0, ghosts);
      }
      return children[chosen];
    }

    @Override
    Step afterRead(int value) {
      Domain domain = roles.domain(action.cell());
      int number = domain.number(value);
      if (number < 0) {
        return fail(Tag.READ, action.cell() + " holds " + value + ", outside its declared range");
      }
      if (children == null) {
        children = new RoleStep[domain.size()];
        through = new RoleStep[action.edges()];
        failed = new RoleStep[action.edges()];
      }
      if (children[number] == null) {
        children[number] = met(value);
      }
      return children[number];
    }

    private RoleStep met(int value) {
      Op op = action.op();
      if (!op.enabled(value, action.a(), action.b())) {
        if (blocked == null) {
          int tag = Tag.READ | (op.kind().atomic() && op != Op.LOCK ? Tag.RMW : 0);
          Parts parts = parts(this, tag);
          parts.kind = Kind.BLOCKED;
          blocked = new RoleStep(parts, automaton, node, action, 0, ghosts, null, false);
        }
        return blocked;
      }
      int result = op.result(value, action.a(), action.b());
      int edge = RoleSteps.edge(action, result);
      if (!op.kind().writes()) {
        return through(edge, result);
      }
      if (!op.succeeds(value, action.a(), action.b())) {
        if (failed[edge] == null) {
          int child = roles.child(automaton, node, edge);
          failed[edge] = settle(automaton, child, this, Tag.READ | Tag.RMW, 0, ghosts);
        }
        return failed[edge];
      }
      if (!isWritable(value)) {
        corrupt = half(edge, result, true);
        return corrupt;
      }
      if (through[edge] == null) {
        through[edge] = half(edge, result, false);
      }
      return through[edge];
    }

    private boolean isWritable(int old) {
      try {
        return action.cell().admits(next(action, old));
      } catch (PortException e) {
        return false;
      }
    }

    private RoleStep through(int edge, int result) {
      if (through[edge] == null) {
        int child = roles.child(automaton, node, edge);
        through[edge] = settle(automaton, child, this, readTag(action, result), 0, ghosts);
      }
      return through[edge];
    }

    /** The store that follows the load at once. */
    private RoleStep half(int edge, int result, boolean leavesRange) {
      Parts parts = parts(this, readTag(action, result));
      parts.kind = Kind.WRITE;
      parts.half = true;
      parts.atomic = action.op().kind().atomic();
      parts.location = location;
      int child = leavesRange ? node : roles.child(automaton, node, edge);
      return new RoleStep(parts, automaton, child, action, 0, ghosts, null, leavesRange);
    }

    @Override
    int written(int read) {
      try {
        return next(action, read);
      } catch (PortException e) {
        return read;
      }
    }

    @Override
    Step afterWrite(int value) {
      if (bad) {
        return fail(writeTag(action), action.cell() + " would leave its declared range");
      }
      if (children == null) {
        long from = half && computes(action.op()) ? 1L << (events - 1) : 0;
        int child = half ? node : roles.child(automaton, node, 0);
        children = new RoleStep[] {settle(automaton, child, this, writeTag(action), from, ghosts)};
      }
      return children[0];
    }

    private RoleStep fail(int tag, String message) {
      Parts parts = parts(this, tag);
      parts.kind = Kind.FAILED;
      return new RoleStep(
          parts, automaton, node, action, 0, ghosts, new PortException(message), false);
    }

    @Override
    public String toString() {
      return kind + " " + action;
    }
  }
}
