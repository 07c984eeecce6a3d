// SPDX-License-Identifier: MIT
package hangproof.engine.explorer;

import hangproof.engine.trace.Frame;
import hangproof.engine.trace.TraceEvent;
import hangproof.machine.Cell;
import hangproof.machine.Fence;
import hangproof.machine.KernelSource;
import hangproof.machine.Machine;
import hangproof.machine.Memory;
import hangproof.machine.Op;
import hangproof.machine.Order;
import hangproof.machine.Port;
import hangproof.machine.PortException;
import hangproof.machine.Role;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;

/**
 * Runs the roles of a program on threads of their own, one at a time, under a director who says
 * whose access is next. It interprets {@link Op} directly: no table, no automaton, no history.
 */
final class ReplayMachine extends Machine implements Memory {
  private static final long PATIENCE_MILLIS = 20_000;
  private static final StackWalker WALKER =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  /** An access as a port asks for it. */
  record Access(Cell cell, Op op, int a, int b, Order order, Fence fence, int choices) {
    @Override
    public String toString() {
      if (choices > 0) {
        return "choose(" + choices + ")";
      }
      return cell == null ? fence.toString() : op + "(" + cell + ", " + a + ", " + b + ")";
    }
  }

  /** A store that waits in a buffer. */
  record Store(Cell cell, int value, List<Frame> stack) {}

  private static final class Ended extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Ended() {
      super(null, null, false, false);
    }
  }

  /** A role's thread, and where it is. */
  final class Actor {
    final int index;
    final Role role;
    final Deque<Store> buffer = new ArrayDeque<>();
    final Set<Cell> held = new HashSet<>();
    Access pending;
    List<Frame> stack = List.of();
    boolean ended;
    RuntimeException failure;
    private boolean running;
    private int granted;
    private Thread thread;

    private Actor(int index, Role role) {
      this.index = index;
      this.role = role;
    }

    private void body() {
      actor.set(this);
      try {
        int carried = 0;
        while (carried >= 0) {
          carried = role.body().applyAsInt(carried);
        }
      } catch (Ended e) {
        return;
      } catch (RuntimeException e) {
        failure = e;
      }
      synchronized (ReplayMachine.this) {
        ended = true;
        running = false;
        ReplayMachine.this.notifyAll();
      }
    }

    /** Whether the access is to a guarded cell without its lock. */
    boolean isUnguarded(Access access) {
      Cell cell = access.cell();
      return cell.guard() != null
          && !held.contains(cell.guard())
          && !(cell.readableAnywhere() && access.op().kind() == Op.Kind.READ);
    }

    /** The newest store to a cell in the buffer, or null. */
    Store newest(Cell cell) {
      Store found = null;
      for (Store store : buffer) {
        found = store.cell() == cell ? store : found;
      }
      return found;
    }
  }

  private final boolean buffered;

  @SuppressWarnings("ThreadLocalUsage") // belongs to the threads of this one replay
  private final ThreadLocal<Actor> actor = new ThreadLocal<>();

  private final List<Actor> actors = new ArrayList<>();
  private final List<TraceEvent> events = new ArrayList<>();
  private int[] memory = {};
  private int step;
  private boolean over;

  /** Decides whether an access must wait for the director. */
  interface Script {
    boolean expects(int role, Access access);
  }

  private Script script;

  /**
   * @param buffered whether stores pass through a buffer
   */
  ReplayMachine(boolean buffered) {
    this.buffered = buffered;
  }

  void start(List<Role> roles, Script says) {
    seal();
    script = says;
    memory = new int[cells().size()];
    for (Cell cell : cells()) {
      memory[cell.index()] = cell.initial();
    }
    for (Role role : roles) {
      Actor a = new Actor(actors.size(), role);
      actors.add(a);
      a.running = true;
      a.thread = new Thread(a::body, "replay-" + role.name());
      a.thread.setDaemon(true);
      a.thread.start();
      awaitParked(a);
    }
  }

  List<Actor> actors() {
    return actors;
  }

  List<TraceEvent> events() {
    return events;
  }

  void step(int n) {
    step = n;
  }

  @Override
  public int get(Cell cell) {
    return memory[cell.index()];
  }

  void set(Cell cell, int value) {
    memory[cell.index()] = value;
  }

  /** Lets a role go on with what its access returned, until it stops at the next one. */
  synchronized void grant(Actor a, int result) {
    a.granted = result;
    a.running = true;
    notifyAll();
    awaitParked(a);
  }

  /** Ends all threads. */
  synchronized void end() {
    over = true;
    notifyAll();
  }

  private synchronized void awaitParked(Actor a) {
    long deadline = System.currentTimeMillis() + PATIENCE_MILLIS;
    while (a.running) {
      long left = deadline - System.currentTimeMillis();
      if (left <= 0) {
        throw new PortException(a.role.name() + " does not come to its next access");
      }
      try {
        wait(left);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new PortException("interrupted during a replay");
      }
    }
  }

  private synchronized int park(Actor a, Access access) {
    a.pending = access;
    a.stack = stack();
    a.running = false;
    notifyAll();
    while (!a.running && !over) {
      try {
        wait();
      } catch (InterruptedException e) {
        throw new Ended();
      }
    }
    if (over) {
      throw new Ended();
    }
    a.pending = null;
    return a.granted;
  }

  @Override
  public int access(Cell cell, Op op, int a, int b, Order order) {
    Actor me = actor.get();
    Access access = new Access(cell, op, a, b, order, null, 0);
    int result;
    Store own = buffered ? me.newest(cell) : null;
    boolean silent =
        buffered && !cell.ghost() && !me.isUnguarded(access) && !script.expects(me.index, access);
    if (silent && op.kind() == Op.Kind.WRITE) {
      push(me, access, op.next(0, a, b));
      result = 0;
    } else if (silent && own != null && !op.kind().atomic() && op.enabled(own.value(), a, b)) {
      int seen = own.value();
      result = op.result(seen, a, b);
      if (op.kind().update()) {
        push(me, access, op.next(seen, a, b));
      } else {
        log(me, TraceEvent.Kind.READ, access, seen, seen, true, stack());
      }
    } else {
      result = park(me, access);
    }
    if (op == Op.LOCK) {
      me.held.add(cell);
    } else if (op == Op.UNLOCK) {
      me.held.remove(cell);
    }
    return result;
  }

  @Override
  public void fence(Fence fence) {
    Actor me = actor.get();
    Access access = new Access(null, null, 0, 0, null, fence, 0);
    if (fence == Fence.MB && !me.buffer.isEmpty()) {
      park(me, access);
    }
    synchronized (this) {
      events.add(
          new TraceEvent(
              step,
              me.index,
              TraceEvent.Kind.FENCE,
              fence.toString(),
              null,
              null,
              null,
              null,
              false,
              stack()));
    }
  }

  @Override
  public int choose(int n) {
    return park(actor.get(), new Access(null, null, 0, 0, null, null, n));
  }

  @Override
  public int loop(int init, IntUnaryOperator body) {
    int carried = init;
    while (carried >= 0) {
      carried = body.applyAsInt(carried);
    }
    return ~carried;
  }

  @Override
  public int call(IntSupplier helper) {
    return helper.getAsInt();
  }

  private synchronized void push(Actor a, Access access, int value) {
    a.buffer.add(new Store(access.cell(), value, stack()));
    log(a, TraceEvent.Kind.PUSH, access, get(access.cell()), value, false, stack());
  }

  synchronized void log(
      Actor a,
      TraceEvent.Kind kind,
      Access access,
      int before,
      int after,
      boolean forwarded,
      List<Frame> stack) {
    Cell cell = access.cell();
    Op op = access.op();
    String result =
        op.kind().hasResult() && kind != TraceEvent.Kind.FLUSH
            ? Integer.toString(op.result(before, access.a(), access.b()))
            : null;
    events.add(
        new TraceEvent(
            step,
            a.index,
            kind,
            op.toString(),
            cell.name(),
            cell.show(before),
            cell.show(after),
            result,
            forwarded,
            stack));
  }

  synchronized void logChoice(Actor a, int chosen) {
    events.add(
        new TraceEvent(
            step,
            a.index,
            TraceEvent.Kind.CHOICE,
            "choose",
            null,
            null,
            null,
            Integer.toString(chosen),
            false,
            a.stack));
  }

  private static List<Frame> stack() {
    return WALKER.walk(
        frames ->
            frames.filter(f -> isPort(f.getDeclaringClass())).map(ReplayMachine::frame).toList());
  }

  private static boolean isPort(Class<?> type) {
    return Port.class.isAssignableFrom(type) && type != Port.class;
  }

  private static Frame frame(StackWalker.StackFrame f) {
    String name = f.getMethodName();
    if (name.startsWith("lambda$")) {
      name = name.substring(7, name.lastIndexOf('$'));
    }
    KernelSource source = source(f.getDeclaringClass(), name);
    String function = source == null || source.function().isEmpty() ? name : source.function();
    return new Frame(
        function,
        f.getFileName(),
        f.getLineNumber(),
        source == null ? null : source.version(),
        source == null ? null : source.file(),
        source == null ? 0 : source.line());
  }

  private static KernelSource source(Class<?> type, String name) {
    for (Method m : type.getDeclaredMethods()) {
      if (m.getName().equals(name) && m.isAnnotationPresent(KernelSource.class)) {
        return m.getAnnotation(KernelSource.class);
      }
    }
    return null;
  }

  /** Whether a role can do nothing now: it waits, or has ended, and its stores are in memory. */
  boolean blocked(Actor a) {
    if (a.ended) {
      return a.buffer.isEmpty();
    }
    Access p = a.pending;
    return p.cell() != null && !p.op().enabled(get(p.cell()), p.a(), p.b()) && a.buffer.isEmpty();
  }
}
