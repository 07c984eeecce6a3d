// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

import hangproof.engine.axiom.Fence;
import hangproof.engine.axiom.Tag;
import hangproof.engine.axiom.ThreadShape;
import hangproof.engine.litmus.Macro.Order;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Runs a thread once for each of its paths, with symbols for what it reads.
 *
 * <p>A path is a list of decisions. The thread is run again from its start with one more decision
 * each time, the usual way to enumerate the paths of a deterministic program.
 *
 * <p>Dependencies are those of herd7's C: syntactic, dropped when a register is overwritten. A
 * register carries two sets of reads. The first is what its value was computed from. The second is
 * what decided that the assignment happened at all; it becomes a control dependency where the
 * register decides something in turn, and nothing else.
 */
final class PathBuilder {
  /** Paths of one thread beyond which a test is given up. */
  static final int MAX_PATHS = 1 << 14;

  private static final int MAX_STEPS = 10_000;

  private final ThreadCode code;
  private final int unroll;
  private final List<Boolean> decisions = new ArrayList<>();

  private ThreadPath path;
  private Sym[] registers;
  private long[] dataOf;
  private long[] ctrlOf;
  private long ctrl;
  private int decided;
  private int steps;

  private PathBuilder(ThreadCode code, int unroll) {
    this.code = code;
    this.unroll = unroll;
  }

  /** A value with the reads it was computed from, and those that decided about its registers. */
  private record Val(Sym sym, long data, long ctrl) {
    static Val of(Sym sym) {
      return new Val(sym, 0, 0);
    }
  }

  /** Leaves a run at the loop bound. */
  private static final class Cut extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Cut() {
      super(null, null, false, false);
    }
  }

  /** Leaves a run that cannot be. */
  private static final class Dead extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Dead() {
      super(null, null, false, false);
    }
  }

  /**
   * Enumerates the paths of a thread.
   *
   * @param code the thread
   * @param unroll how often a loop may run while its condition is not a constant
   * @throws SearchLimit if there are too many paths or events
   */
  static List<ThreadPath> paths(ThreadCode code, int unroll) {
    PathBuilder builder = new PathBuilder(code, unroll);
    List<ThreadPath> paths = new ArrayList<>();
    do {
      try {
        paths.add(builder.run());
      } catch (Dead e) {
        // No values of its reads lead along this path.
      }
      if (paths.size() > MAX_PATHS) {
        throw new SearchLimit("more than " + MAX_PATHS + " paths through a thread");
      }
    } while (builder.next());
    return paths;
  }

  /** Turns the last decision that was for the first alternative; false if there is none. */
  private boolean next() {
    int last = decisions.size() - 1;
    while (last >= 0 && !decisions.get(last)) {
      decisions.remove(last--);
    }
    if (last < 0) {
      return false;
    }
    decisions.set(last, false);
    return true;
  }

  private ThreadPath run() {
    int n = code.registers().size();
    path = new ThreadPath();
    registers = new Sym[n];
    for (int i = 0; i < n; i++) {
      registers[i] = Sym.constant(code.initial().get(i));
    }
    dataOf = new long[n];
    ctrlOf = new long[n];
    ctrl = 0;
    decided = 0;
    steps = 0;
    try {
      execute(code.body());
    } catch (Cut e) {
      path.cut = true;
    }
    path.registers.addAll(Arrays.asList(registers));
    return path;
  }

  private boolean decide() {
    if (decided == decisions.size()) {
      decisions.add(true);
    }
    return decisions.get(decided++);
  }

  /** Decides a condition, and puts the decision on the path unless it is decided already. */
  private boolean decide(Sym condition) {
    if (condition.isConstant()) {
      require(condition.constant() == 0 ? Sym.ONE : condition);
      return condition.constant() != 0;
    }
    Sym opposite = condition.negate();
    for (Sym known : path.conditions) {
      if (known.isSame(condition)) {
        return true;
      }
      if (known.isSame(opposite)) {
        return false;
      }
    }
    boolean holds = decide();
    path.conditions.add(holds ? condition : opposite);
    return holds;
  }

  /** Puts a condition on the path; one that is decided the other way ends it. */
  private void require(Sym condition) {
    if (condition.isConstant()) {
      if (condition.constant() == 0 || Value.isUnknown(condition.constant())) {
        throw new Dead();
      }
      return;
    }
    Sym opposite = condition.negate();
    for (Sym known : path.conditions) {
      if (known.isSame(opposite)) {
        throw new Dead();
      }
    }
    path.conditions.add(condition);
  }

  private void execute(Stmt statement) {
    if (++steps > MAX_STEPS) {
      throw new Cut();
    }
    if (statement instanceof Stmt.Block block) {
      for (Stmt inner : block.statements()) {
        execute(inner);
      }
    } else if (statement instanceof Stmt.Assign assign) {
      Val value = evaluate(assign.value());
      registers[assign.register()] = value.sym;
      dataOf[assign.register()] = value.data;
      ctrlOf[assign.register()] = value.ctrl | ctrl;
    } else if (statement instanceof Stmt.Store store) {
      Val pointer = evaluate(store.pointer());
      Val value = evaluate(store.value());
      write(Tag.PLAIN, pointer, pointer.data, value.sym, value.data);
    } else if (statement instanceof Stmt.Evaluate evaluate) {
      evaluate(evaluate.expr());
    } else if (statement instanceof Stmt.If choice) {
      choose(choice);
    } else if (statement instanceof Stmt.While loop) {
      repeat(loop);
    }
  }

  private void choose(Stmt.If choice) {
    Val condition = evaluate(choice.condition());
    long outer = ctrl;
    ctrl |= condition.data | condition.ctrl;
    execute(decide(condition.sym) ? choice.then() : choice.otherwise());
    ctrl = outer;
  }

  private void repeat(Stmt.While loop) {
    long outer = ctrl;
    long written = path.values.stream().filter(v -> v != null).count();
    int rounds = 0;
    if (loop.bodyFirst()) {
      execute(loop.body());
    }
    while (true) {
      Val condition = evaluate(loop.condition());
      boolean open = !condition.sym.isConstant();
      boolean again = decide(condition.sym);
      if (!again) {
        break;
      }
      if ((open && ++rounds > unroll) || ++steps > MAX_STEPS) {
        path.cutAfterWrite = path.values.stream().filter(v -> v != null).count() > written;
        throw new Cut();
      }
      ctrl |= condition.data | condition.ctrl;
      execute(loop.body());
    }
    ctrl = outer;
  }

  private Val evaluate(Expr expr) {
    if (expr instanceof Expr.Constant constant) {
      return Val.of(Sym.constant(constant.value()));
    }
    if (expr instanceof Expr.Register register) {
      int i = register.index();
      return new Val(registers[i], dataOf[i], ctrlOf[i]);
    }
    if (expr instanceof Expr.Deref deref) {
      return read(Tag.PLAIN, evaluate(deref.pointer()));
    }
    if (expr instanceof Expr.Apply apply) {
      Val left = apply.left() == null ? Val.of(Sym.ZERO) : evaluate(apply.left());
      Val right = evaluate(apply.right());
      Sym first = apply.left() == null ? null : left.sym;
      return new Val(
          Sym.apply(apply.operator(), first, right.sym),
          left.data | right.data,
          left.ctrl | right.ctrl);
    }
    return call((Expr.Call) expr);
  }

  private Val read(int tag, Val pointer) {
    int event = event(Tag.READ | tag, pointer, pointer.data, 0);
    path.values.add(null);
    return new Val(Sym.read(event), 1L << event, 0);
  }

  private int write(int tag, Val pointer, long addr, Sym value, long data) {
    int event = event(Tag.WRITE | tag, pointer, addr, data);
    path.values.add(value);
    return event;
  }

  private int event(int tag, Val pointer, long addr, long data) {
    if (path.shape.size() == ThreadShape.MAX_EVENTS) {
      throw new SearchLimit("more than 64 memory events in a thread");
    }
    path.addresses.add(pointer.sym);
    return path.shape.event(tag, addr, data, ctrl);
  }

  private void fence(Fence kind, Sym address) {
    path.shape.fence(kind);
    path.fenceAddresses.add(address);
  }

  /** The arguments of a call by their letters in the signature; absent ones are 1. */
  private final class Arguments {
    private Val pointer;
    private Val value = Val.of(Sym.ONE);
    private Val second = Val.of(Sym.ZERO);
    private Val bit;

    Arguments(Expr.Call call) {
      String signature = call.macro().signature();
      for (int i = 0; i < signature.length(); i++) {
        Expr argument = call.arguments().get(i);
        switch (signature.charAt(i)) {
          case 'l' -> pointer = evaluate(((Expr.Deref) argument).pointer());
          case 'p' -> pointer = evaluate(argument);
          case 'v' -> value = evaluate(argument);
          case 'w' -> second = evaluate(argument);
          default -> {
            bit = evaluate(argument);
            Sym mask = Sym.apply(Operator.SHIFT_LEFT, Sym.ONE, bit.sym);
            value = new Val(mask, bit.data, bit.ctrl);
          }
        }
      }
    }
  }

  private Val call(Expr.Call call) {
    Macro macro = call.macro();
    if (macro.fence() != null) {
      fence(macro.fence(), null);
      return Val.of(Sym.ZERO);
    }
    Arguments a = new Arguments(call);
    Val value =
        switch (macro.kind()) {
          case LOAD -> read(readTag(macro.order()), a.pointer);
          case STORE, STORE_MB -> store(macro, a);
          case XCHG -> exchange(macro, a);
          case CMPXCHG -> compareAndExchange(macro, a);
          case FETCH_OP, OP_RETURN, OP_ACQUIRE_IF_ZERO -> operate(macro, a);
          case ADD_UNLESS -> addUnless(macro, a);
          case TEST_AND_SET_LOCK -> testAndSetLock(macro, a);
          case PLAIN_OP -> plainOperation(macro, a);
          case LOCK -> lock(a.pointer);
          case UNLOCK -> unlock(a.pointer);
          case TRYLOCK -> tryLock(a.pointer);
          case IS_LOCKED -> read(Tag.LOCK_LOOK, a.pointer);
          case SRCU_LOCK -> read(Tag.SRCU_LOCK, a.pointer);
          case SRCU_UNLOCK -> {
            write(Tag.SRCU_UNLOCK, a.pointer, a.pointer.data, a.value.sym, a.value.data);
            yield Val.of(Sym.ZERO);
          }
          case SYNC_SRCU -> {
            fence(Fence.SYNC_SRCU, a.pointer.sym);
            yield Val.of(Sym.ZERO);
          }
          case FENCE -> throw new AssertionError(macro);
        };
    return switch (macro.result()) {
      case NOTHING -> Val.of(Sym.ZERO);
      case VALUE -> value;
      case IS_ZERO -> with(value, Sym.apply(Operator.EQUAL, value.sym, Sym.ZERO));
      case IS_NEGATIVE -> with(value, Sym.apply(Operator.LESS, value.sym, Sym.ZERO));
      case BIT ->
          new Val(
              Sym.apply(
                  Operator.AND, Sym.apply(Operator.SHIFT_RIGHT, value.sym, a.bit.sym), Sym.ONE),
              value.data | a.bit.data,
              value.ctrl | a.bit.ctrl);
    };
  }

  private static Val with(Val value, Sym sym) {
    return new Val(sym, value.data, value.ctrl);
  }

  private static int readTag(Order order) {
    return switch (order) {
      case PLAIN -> Tag.PLAIN;
      case ACQUIRE -> Tag.ACQUIRE;
      case MB -> Tag.MB;
      case NORETURN -> Tag.NORETURN;
      case ONCE, RELEASE -> 0;
    };
  }

  private static int writeTag(Order order) {
    return switch (order) {
      case PLAIN -> Tag.PLAIN;
      case RELEASE -> Tag.RELEASE;
      case MB -> Tag.MB;
      case ONCE, ACQUIRE, NORETURN -> 0;
    };
  }

  private Val store(Macro macro, Arguments a) {
    write(writeTag(macro.order()), a.pointer, a.pointer.data, a.value.sym, a.value.data);
    if (macro.kind() == Macro.Kind.STORE_MB) {
      fence(Fence.MB, null);
    }
    return Val.of(Sym.ZERO);
  }

  /** The load half of a read-modify-write that succeeds. */
  private Val rmwRead(Order order, Val pointer) {
    return read(Tag.RMW | readTag(order), pointer);
  }

  /** Its store half, right after the load. */
  private void rmwWrite(Order order, Val pointer, long addr, Sym value, long data) {
    int event = write(Tag.RMW | writeTag(order), pointer, addr, value, data);
    path.shape.pair(event - 1, event);
  }

  /** The new value depends on the operand alone, though it comes after the load. */
  private Val exchange(Macro macro, Arguments a) {
    Val old = rmwRead(macro.order(), a.pointer);
    rmwWrite(macro.order(), a.pointer, a.pointer.data, a.value.sym, a.value.data);
    return old;
  }

  /** The comparison is no dependency; if it fails, a load without any order is left. */
  private Val compareAndExchange(Macro macro, Arguments a) {
    if (!decide()) {
      Val old = read(Tag.RMW, a.pointer);
      require(Sym.apply(Operator.UNEQUAL, old.sym, a.value.sym));
      return old;
    }
    Val old = rmwRead(macro.order(), a.pointer);
    require(Sym.apply(Operator.EQUAL, old.sym, a.value.sym));
    rmwWrite(macro.order(), a.pointer, a.pointer.data, a.second.sym, a.second.data);
    return old;
  }

  private Val operate(Macro macro, Arguments a) {
    boolean conditional = macro.kind() == Macro.Kind.OP_ACQUIRE_IF_ZERO;
    boolean zero = conditional && decide();
    Val old = read(Tag.RMW | (zero ? Tag.ACQUIRE : readTag(macro.order())), a.pointer);
    Sym result = Sym.apply(macro.operator(), old.sym, a.value.sym);
    if (conditional) {
      Operator test = zero ? Operator.EQUAL : Operator.UNEQUAL;
      require(Sym.apply(test, result, Sym.ZERO));
    }
    rmwWrite(macro.order(), a.pointer, 0, result, old.data | a.value.data);
    if (macro.kind() == Macro.Kind.FETCH_OP) {
      return old;
    }
    return new Val(result, old.data | a.value.data, a.value.ctrl);
  }

  /** What it returns is a constant on each path, and carries no dependency. */
  private Val addUnless(Macro macro, Arguments a) {
    boolean adds = decide();
    Val old = adds ? rmwRead(macro.order(), a.pointer) : read(Tag.RMW, a.pointer);
    Operator test = adds ? Operator.UNEQUAL : Operator.EQUAL;
    require(Sym.apply(test, old.sym, a.second.sym));
    if (adds) {
      Sym sum = Sym.apply(macro.operator(), old.sym, a.value.sym);
      rmwWrite(macro.order(), a.pointer, 0, sum, old.data | a.value.data);
    }
    return Val.of(adds ? Sym.ONE : Sym.ZERO);
  }

  /** Acquires if the bit was clear; if it was set, a load without any order is left. */
  private Val testAndSetLock(Macro macro, Arguments a) {
    boolean sets = decide();
    Val old = sets ? rmwRead(macro.order(), a.pointer) : read(Tag.RMW, a.pointer);
    Sym bit = Sym.apply(Operator.AND, old.sym, a.value.sym);
    Operator test = sets ? Operator.EQUAL : Operator.UNEQUAL;
    require(Sym.apply(test, bit, Sym.ZERO));
    if (sets) {
      Sym result = Sym.apply(macro.operator(), old.sym, a.value.sym);
      rmwWrite(macro.order(), a.pointer, 0, result, old.data | a.value.data);
    }
    return old;
  }

  private Val plainOperation(Macro macro, Arguments a) {
    Val old = read(Tag.PLAIN, a.pointer);
    Sym result = Sym.apply(macro.operator(), old.sym, a.value.sym);
    long data = old.data | a.value.data;
    write(writeTag(macro.order()), a.pointer, a.pointer.data, result, data);
    return old;
  }

  /** A lock is a word: 0 free, 1 held. spin_lock() is a read-modify-write that reads 0. */
  private Val lock(Val pointer) {
    Val old = read(Tag.LOCK_READ, pointer);
    require(Sym.apply(Operator.EQUAL, old.sym, Sym.ZERO));
    int event = write(Tag.LOCK_WRITE, pointer, pointer.data, Sym.ONE, 0);
    path.shape.pair(event - 1, event);
    return Val.of(Sym.ONE);
  }

  private Val unlock(Val pointer) {
    write(Tag.UNLOCK, pointer, pointer.data, Sym.ZERO, 0);
    return Val.of(Sym.ZERO);
  }

  /** Success is a constant and carries no dependency; failure depends on the load. */
  private Val tryLock(Val pointer) {
    if (decide()) {
      return lock(pointer);
    }
    Val old = read(Tag.LOCK_LOOK, pointer);
    require(Sym.apply(Operator.EQUAL, old.sym, Sym.ONE));
    return with(old, Sym.ZERO);
  }
}
