// SPDX-License-Identifier: MIT
package hangproof.engine.explorer;

import hangproof.engine.MemoryModel;
import hangproof.engine.automaton.Action;
import hangproof.engine.automaton.CompiledProgram;
import hangproof.engine.trace.CellValue;
import hangproof.engine.trace.ReplayedRun;
import hangproof.engine.trace.RoleEnd;
import hangproof.engine.trace.TraceEvent;
import hangproof.machine.BugOn;
import hangproof.machine.Cell;
import hangproof.machine.Machine;
import hangproof.machine.Op;
import hangproof.machine.Order;
import hangproof.machine.Program;
import hangproof.machine.Property;
import hangproof.machine.Role;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;

/** Runs the port itself along a witness and sees whether it ends where the witness says. */
public final class Replay {
  private final Function<Machine, Program> build;
  private final Script script;
  private final MemoryModel model;
  private ReplayMachine machine;
  private Program program;
  private List<Deque<Move>> expected;

  /** A move without reference to a compiled program, so that a stored trace can be replayed. */
  public record Move(
      int role,
      int cell,
      Op op,
      int a,
      int b,
      Order order,
      int chosen,
      int before,
      int after,
      boolean flush,
      int step) {}

  /** A run to follow and what must be true at its end. */
  public record Script(Violation violation, boolean terminal, List<Move> moves) {}

  /** The witness does not lead where it says it does. */
  public static final class Diverged extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    Diverged(String message) {
      super("the witness does not replay: " + message);
    }
  }

  public Replay(Function<Machine, Program> build, MemoryModel model, Script script) {
    this.build = build;
    this.model = model;
    this.script = script;
  }

  static Replay of(Function<Machine, Program> build, CompiledProgram compiled, Witness witness) {
    return new Replay(build, compiled.model(), script(witness));
  }

  /** The moves of a witness as a script. */
  public static Script script(Witness witness) {
    List<Move> moves = new ArrayList<>();
    for (Witness.Move m : witness.moves()) {
      Action action = m.action();
      moves.add(
          new Move(
              m.role(),
              action.cell() == null ? -1 : action.cell().index(),
              action.op(),
              action.a(),
              action.b(),
              action.order(),
              m.chosen(),
              m.before(),
              m.after(),
              m.flush(),
              m.step()));
    }
    return new Script(witness.violation(), witness.terminal(), moves);
  }

  /**
   * Runs it.
   *
   * @throws Diverged if the port does something else, or ends in a state that is not as claimed
   */
  public ReplayedRun confirm() {
    machine = new ReplayMachine(model == MemoryModel.TSO);
    program = build.apply(machine);
    expected = new ArrayList<>();
    for (int r = 0; r < program.roles().size(); r++) {
      expected.add(new ArrayDeque<>());
    }
    for (Move move : script.moves()) {
      if (move.role() < 0 || move.role() >= expected.size()) {
        throw new Diverged("there is no role " + move.role());
      }
      if (!move.flush()) {
        expected.get(move.role()).add(move);
      }
    }
    try {
      machine.start(program.roles(), this::expects);
      for (Move move : script.moves()) {
        machine.step(move.step());
        perform(move);
      }
      judge();
      return run();
    } finally {
      machine.end();
    }
  }

  private boolean expects(int role, ReplayMachine.Access access) {
    Move head = expected.get(role).peek();
    return head != null && matches(head, access);
  }

  private static boolean matches(Move move, ReplayMachine.Access access) {
    if (access.cell() == null || move.cell() != access.cell().index()) {
      return false;
    }
    boolean same = move.op() == access.op() && move.a() == access.a() && move.b() == access.b();
    boolean loadOfUpdate = access.op().kind().update() && move.op() == Op.READ;
    boolean failing =
        access.op() == Op.ADD_UNLESS && move.op() == Op.AWAIT_EQ && move.a() == access.b();
    return same || loadOfUpdate || failing;
  }

  private void perform(Move move) {
    ReplayMachine.Actor actor = machine.actors().get(move.role());
    if (move.flush()) {
      flush(actor, move);
      return;
    }
    ReplayMachine.Access access = actor.pending;
    if (access == null) {
      throw new Diverged(actor.role.name() + " has ended before step " + move.step());
    }
    if (move.chosen() >= 0) {
      if (access.choices() <= move.chosen()) {
        throw diverged(move, actor, access);
      }
      expected.get(move.role()).remove();
      machine.logChoice(actor, move.chosen());
      machine.grant(actor, move.chosen());
      return;
    }
    if (!matches(move, access)) {
      throw diverged(move, actor, access);
    }
    Cell cell = access.cell();
    Op op = access.op();
    ReplayMachine.Store own = forwardedFrom(actor, access);
    int before = own == null ? machine.get(cell) : own.value();
    if (before != move.before() || !op.enabled(before, access.a(), access.b())) {
      throw diverged(move, actor, access);
    }
    if (op.locked(before, access.a(), access.b())
        && model == MemoryModel.TSO
        && !cell.ghost()
        && !actor.buffer.isEmpty()) {
      throw new Diverged(actor.role.name() + " does a LOCKed access with stores in its buffer");
    }
    expected.get(move.role()).remove();
    int after = op.next(before, access.a(), access.b());
    int result = op.result(before, access.a(), access.b());
    boolean stores = op.kind().update() && (own != null || move.op() == Op.READ);
    if ((!stores && after != move.after()) || !cell.admits(after)) {
      throw diverged(move, actor, access);
    }
    if (stores) {
      if (after != before) {
        actor.buffer.add(new ReplayMachine.Store(cell, after, actor.stack));
      }
      machine.log(actor, TraceEvent.Kind.PUSH, access, before, after, own != null, actor.stack);
    } else if (own != null) {
      machine.log(actor, TraceEvent.Kind.READ, access, before, after, true, actor.stack);
    } else {
      machine.set(cell, after);
      machine.log(actor, kind(op), access, before, after, false, actor.stack);
    }
    machine.grant(actor, result);
  }

  /** The store in the role's own buffer that the access would load, null if it asks memory. */
  private ReplayMachine.Store forwardedFrom(
      ReplayMachine.Actor actor, ReplayMachine.Access access) {
    Op op = access.op();
    ReplayMachine.Store own = actor.newest(access.cell());
    boolean loads = op.kind() != Op.Kind.WRITE && own != null;
    return loads && !op.locked(own.value(), access.a(), access.b()) ? own : null;
  }

  private static TraceEvent.Kind kind(Op op) {
    return switch (op.kind()) {
      case READ -> TraceEvent.Kind.READ;
      case WRITE -> TraceEvent.Kind.WRITE;
      case UPDATE, UPDATE_RESULT -> TraceEvent.Kind.UPDATE;
      default -> TraceEvent.Kind.RMW;
    };
  }

  private void flush(ReplayMachine.Actor actor, Move move) {
    ReplayMachine.Store store = actor.buffer.poll();
    if (store == null || store.cell().index() != move.cell() || store.value() != move.after()) {
      throw new Diverged(
          actor.role.name() + " has another store in its buffer at step " + move.step());
    }
    int before = machine.get(store.cell());
    machine.set(store.cell(), store.value());
    machine.log(
        actor,
        TraceEvent.Kind.FLUSH,
        new ReplayMachine.Access(store.cell(), Op.WRITE, store.value(), 0, Order.ONCE, null, 0),
        before,
        store.value(),
        false,
        store.stack());
    if (actor.buffer.isEmpty() && actor.pending != null && actor.pending.fence() != null) {
      machine.grant(actor, 0);
    }
  }

  private Diverged diverged(Move move, ReplayMachine.Actor actor, ReplayMachine.Access access) {
    return new Diverged(
        "at step "
            + move.step()
            + " "
            + actor.role.name()
            + " is at "
            + access
            + (access.cell() == null ? "" : " on " + machine.get(access.cell()))
            + ", not at "
            + words(move));
  }

  private String words(Move move) {
    if (move.chosen() >= 0) {
      return "a choice of " + move.chosen();
    }
    boolean known = move.cell() >= 0 && move.cell() < machine.cells().size();
    String cell = known ? machine.cells().get(move.cell()).name() : "cell " + move.cell();
    return move.op() + "(" + cell + ", " + move.a() + ", " + move.b() + ") on " + move.before();
  }

  private void judge() {
    boolean complete = program.completion().holds().test(machine);
    for (ReplayMachine.Actor a : machine.actors()) {
      require(!script.terminal() || machine.blocked(a), a.role.name() + " can still move");
    }
    switch (script.violation()) {
      case IO_HANG, STALL -> require(!complete, "everything has completed");
      case LEAK -> {
        require(complete, "not everything has completed");
        require(broken(program.leaks()), "everything was given back");
      }
      case INVARIANT -> {
        boolean claimed = machine.actors().stream().anyMatch(a -> a.failure instanceof BugOn);
        require(claimed || broken(program.invariants()), "every claim holds");
      }
      case DATA_RACE -> require(races(), "no two roles touch a cell at once");
    }
  }

  private boolean broken(List<Property> claims) {
    return claims.stream().anyMatch(p -> !p.holds().test(machine));
  }

  private boolean races() {
    for (ReplayMachine.Actor a : machine.actors()) {
      ReplayMachine.Access mine = a.pending;
      if (mine == null || mine.cell() == null) {
        continue;
      }
      Cell cell = mine.cell();
      if (a.isUnguarded(mine)) {
        return true;
      }
      for (ReplayMachine.Actor b : machine.actors()) {
        ReplayMachine.Access other = b.pending;
        boolean meet = a != b && other != null && other.cell() == cell;
        if (meet
            && (mine.order() == Order.PLAIN || other.order() == Order.PLAIN)
            && (mine.op().kind().writes() || other.op().kind().writes())) {
          return true;
        }
      }
    }
    return false;
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new Diverged("at its end " + otherwise);
    }
  }

  private ReplayedRun run() {
    List<RoleEnd> ends = new ArrayList<>();
    for (ReplayMachine.Actor a : machine.actors()) {
      ends.add(end(a));
    }
    List<CellValue> memory = new ArrayList<>();
    for (Cell cell : machine.cells()) {
      memory.add(
          new CellValue(
              cell.name(), cell.show(cell.initial()), cell.show(machine.get(cell)), cell.ghost()));
    }
    return new ReplayedRun(
        program.roles().stream().map(Role::name).toList(),
        List.copyOf(machine.events()),
        ends,
        memory);
  }

  private RoleEnd end(ReplayMachine.Actor a) {
    if (a.ended) {
      return new RoleEnd(a.index, true, null, null, null, machine.blocked(a), List.of());
    }
    ReplayMachine.Access next = a.pending;
    Cell cell = next.cell();
    String what =
        cell != null ? next.op().name() : next.fence() != null ? next.fence().name() : "choose";
    return new RoleEnd(
        a.index,
        false,
        what,
        cell == null ? null : cell.name(),
        cell == null ? null : cell.show(next.a()),
        machine.blocked(a),
        a.stack);
  }
}
