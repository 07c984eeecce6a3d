// SPDX-License-Identifier: MIT
package hangproof.engine.automaton;

import hangproof.machine.Cell;
import hangproof.machine.Fence;
import hangproof.machine.Machine;
import hangproof.machine.Op;
import hangproof.machine.Order;
import hangproof.machine.PortException;
import hangproof.machine.SpinLock;
import java.util.Arrays;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;

/**
 * Answers what a role does next, given what it has read: calls its body from the start of a turn,
 * feeds it a recorded history, and stops it at the first access beyond.
 *
 * <p>A history is a sequence of pairs (code, value). A code that is not negative is the id of an
 * action and the value what it returned; the others stand for the frames of {@link Machine#loop}
 * and {@link Machine#call}. A finished frame is one pair, its result; the current turn of a loop
 * begins with the value carried into it. So two threads that got here on different ways, but know
 * the same, have the same history.
 */
final class Oracle extends Machine {
  /** Turn of a role or of a loop; value: what it carries. */
  static final int TURN = -1;

  /** An open call. */
  static final int CALL = -2;

  /** A finished loop or call; value: its result. */
  static final int RESULT = -3;

  private static final int MOST_IDLE_TURNS = 10_000;
  private static final int LONGEST_HISTORY = 4_000;

  /** What the role does next. */
  sealed interface Answer permits Next, End, Failure {}

  /** An access; history is the canonical one that leads to it. */
  record Next(Action action, int[] history, long held) implements Answer {}

  record End() implements Answer {}

  /** The body threw. */
  record Failure(RuntimeException cause) implements Answer {}

  /** Thrown through the port at the access that was asked for. */
  private static final class Stop extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("StaticAssignmentOfThrowable") // it carries nothing, not even a stack
    static final Stop INSTANCE = new Stop();

    private Stop() {
      super(null, null, false, false);
    }
  }

  /**
   * Decides, access by access, what a role learns that runs straight through: see {@link #walk}.
   */
  interface Guide {
    /** What the access returns, or null to stop the role before it. */
    Integer learned(Action action);
  }

  private enum Beside {
    ATOMIC,
    OTHER,
    UNKNOWN
  }

  private final Weakening weakening;
  private Actions actions;
  private int[] fed = {};
  private int fedLength;
  private int fedAt;
  private int[] history = new int[64];
  private int length;
  private long held;
  private Action next;
  private Guide guide;
  private long heldAtNext;
  private Beside last = Beside.OTHER;
  private boolean beforeAtomic;

  Oracle() {
    this(null);
  }

  /**
   * @param weakening what to leave out of the port, null if nothing
   */
  Oracle(Weakening weakening) {
    this.weakening = weakening;
  }

  /** Ends the declarations. */
  void start(Actions table) {
    this.actions = table;
    seal();
  }

  Answer ask(IntUnaryOperator body, int[] given, int givenLength) {
    fed = given;
    fedLength = givenLength;
    fedAt = 0;
    length = 0;
    held = 0;
    next = null;
    last = Beside.OTHER;
    beforeAtomic = false;
    try {
      turns(0, body);
      requireBesideAtomic("the end of a role", false);
      return next == null ? new End() : swallowed();
    } catch (Stop stop) {
      return new Next(next, Arrays.copyOf(history, length), heldAtNext);
    } catch (NonDeterminism e) {
      throw e;
    } catch (RuntimeException e) {
      return next == null ? new Failure(e) : swallowed();
    } catch (StackOverflowError e) {
      return new Failure(new PortException("the port recurses without end"));
    } catch (AssertionError | LinkageError e) {
      return next == null ? new Failure(new PortException(e.toString())) : swallowed();
    }
  }

  /**
   * Runs the body once straight through: every helper is run, and nothing is forgotten.
   *
   * @return how it ended; {@link Next}, without a history, if the guide stopped it
   */
  Answer walk(IntUnaryOperator body, Guide through) {
    guide = through;
    try {
      return ask(body, new int[0], 0);
    } finally {
      guide = null;
    }
  }

  @Override
  public int access(Cell cell, Op op, int a, int b, Order order) {
    requireRunning();
    if (cell.machine() != this) {
      throw new PortException(cell + " belongs to another machine");
    }
    requireFitting(cell, op);
    boolean atomic = op.kind().atomic();
    requireBesideAtomic(op, atomic);
    beforeAtomic = false;
    Order ordered = weakening == null ? order : weakening.order(op, order);
    int result = take(actions.access(cell, op, a, b, ordered));
    last = atomic ? Beside.ATOMIC : Beside.OTHER;
    if (op == Op.LOCK) {
      held |= actions.lockBit(cell);
    } else if (op == Op.UNLOCK) {
      if ((held & actions.lockBit(cell)) == 0) {
        throw new PortException(cell + " is unlocked by a thread that does not hold it");
      }
      held &= ~actions.lockBit(cell);
    }
    return result;
  }

  @Override
  public void fence(Fence fence) {
    requireRunning();
    requireBesideAtomic(fence, false);
    if (fence == Fence.AFTER_ATOMIC && last == Beside.OTHER) {
      throw new PortException("smp_mb__after_atomic() is not directly after an atomic");
    }
    if (weakening != null && weakening.drops(fence)) {
      return;
    }
    take(actions.fence(fence));
    beforeAtomic = fence == Fence.BEFORE_ATOMIC;
    last = Beside.OTHER;
  }

  @Override
  public int choose(int n) {
    requireRunning();
    if (n < 1) {
      throw new PortException("choose(" + n + ")");
    }
    return take(actions.choice(n));
  }

  @Override
  public int loop(int init, IntUnaryOperator body) {
    requireRunning();
    return turns(init, body);
  }

  private int turns(int init, IntUnaryOperator body) {
    int mark = length;
    int carried = init;
    if (fedAt < fedLength) {
      int code = fed[fedAt];
      carried = fed[fedAt + 1];
      fedAt += 2;
      if (code == RESULT) {
        record(RESULT, carried);
        forgetNeighbour();
        return carried;
      }
      requireFrame(code, TURN);
    }
    long heldBefore = held;
    for (int turn = 0; turn < MOST_IDLE_TURNS; turn++) {
      record(TURN, carried);
      if (turn > 0) {
        forgetNeighbour();
      }
      int result = body.applyAsInt(carried);
      requireAllFed();
      requireBalanced(heldBefore);
      length = mark;
      if (result < 0) {
        record(RESULT, ~result);
        return ~result;
      }
      carried = result;
    }
    throw new PortException("a loop turns for ever without touching shared state");
  }

  @Override
  public int call(IntSupplier helper) {
    requireRunning();
    int mark = length;
    if (fedAt < fedLength) {
      int code = fed[fedAt];
      int value = fed[fedAt + 1];
      fedAt += 2;
      if (code == RESULT) {
        record(RESULT, value);
        forgetNeighbour();
        return value;
      }
      requireFrame(code, CALL);
    }
    record(CALL, 0);
    long heldBefore = held;
    int result = helper.getAsInt();
    requireAllFed();
    requireBalanced(heldBefore);
    length = mark;
    record(RESULT, result);
    return result;
  }

  private static Failure swallowed() {
    return new Failure(
        new PortException(
            "the port catches what a machine throws to stop it; it must not catch exceptions"));
  }

  /** Throws if the access is one from whose absence a reduction draws conclusions. */
  private static void requireFitting(Cell cell, Op op) {
    if ((op == Op.LOCK || op == Op.UNLOCK) != cell instanceof SpinLock) {
      throw new PortException(
          op
              + "("
              + cell
              + "): "
              + (cell instanceof SpinLock ? cell + " is a lock, and only" : "only a lock is")
              + " locked and unlocked");
    }
    if (cell.ghost() && op.kind().hasResult()) {
      throw new PortException(
          op + "(" + cell + "): " + cell + " is a ghost, of which no role may learn anything");
    }
  }

  /** Throws if a barrier that must be directly before an atomic is not. */
  private void requireBesideAtomic(Object next, boolean atomic) {
    if (beforeAtomic && !atomic) {
      throw new PortException("smp_mb__before_atomic() before " + next + ", which is no atomic");
    }
  }

  private int take(Action action) {
    if (guide != null) {
      Integer learned = guide.learned(action);
      if (learned != null) {
        return learned;
      }
    }
    if (fedAt == fedLength) {
      next = action;
      heldAtNext = held;
      throw Stop.INSTANCE;
    }
    int code = fed[fedAt];
    int value = fed[fedAt + 1];
    fedAt += 2;
    if (code != action.id()) {
      throw new NonDeterminism(
          code < 0 ? "the end of a helper" : actions.get(code).toString(), action.toString());
    }
    record(code, value);
    return value;
  }

  private void record(int code, int value) {
    if (length + 2 > history.length) {
      if (length > LONGEST_HISTORY) {
        throw new PortException(
            "more than "
                + LONGEST_HISTORY / 2
                + " accesses in one turn; write the loop with loop(init, body)");
      }
      history = Arrays.copyOf(history, 2 * history.length);
    }
    history[length++] = code;
    history[length++] = value;
  }

  private void requireFrame(int code, int expected) {
    if (code != expected) {
      throw new NonDeterminism(
          code < 0 ? "another frame" : actions.get(code).toString(), "a loop or call");
    }
  }

  private void requireAllFed() {
    if (fedAt < fedLength) {
      int code = fed[fedAt];
      throw new NonDeterminism(
          code < 0 ? "a loop or call" : actions.get(code).toString(), "the end of the turn");
    }
  }

  private void requireBalanced(long heldBefore) {
    if (held != heldBefore) {
      throw new PortException("a turn or helper ends with other locks held than it began with");
    }
  }

  /** After a skipped frame nobody knows what the access before was. */
  private void forgetNeighbour() {
    last = Beside.UNKNOWN;
    beforeAtomic = false;
  }

  /** A finally block of the port must not go on while it is being stopped. */
  private void requireRunning() {
    if (next != null) {
      throw Stop.INSTANCE;
    }
  }
}
