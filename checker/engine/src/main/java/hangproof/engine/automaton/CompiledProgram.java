// SPDX-License-Identifier: MIT
package hangproof.engine.automaton;

import hangproof.engine.MemoryModel;
import hangproof.machine.Cell;
import hangproof.machine.Machine;
import hangproof.machine.Op;
import hangproof.machine.Order;
import hangproof.machine.PortException;
import hangproof.machine.Program;
import hangproof.machine.Role;
import hangproof.machine.SpinLock;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** A program under a memory model, as automata: all that a search needs to know of it. */
public final class CompiledProgram {
  /** An automaton with more nodes than that is not closed, but grows as the search goes. */
  public static final int MOST_NODES = 1_000_000;

  private final Program program;
  private final Actions actions;
  private final MemoryModel model;
  private final Set<Reduction> reductions;
  private final List<ThreadAutomaton> automata = new ArrayList<>();
  private final int[] automatonOf;
  private final boolean closed;
  private final BitSet unseen = new BitSet();

  private CompiledProgram(
      Program program,
      Oracle oracle,
      MemoryModel model,
      Set<Reduction> reductions,
      BitSet visible,
      int mostNodes) {
    this.program = program;
    this.model = model;
    this.reductions = Set.copyOf(reductions);
    this.actions = new Actions(program.machine(), reductions.contains(Reduction.VOID));
    oracle.start(actions);
    List<Role> roles = program.roles();
    if (roles.isEmpty()) {
      throw new PortException("the program has no roles");
    }
    automatonOf = new int[roles.size()];
    List<RoleAutomaton> inOrder = new ArrayList<>();
    boolean complete = true;
    for (int i = 0; i < roles.size(); i++) {
      if (i > 0 && roles.get(i).twins() == roles.get(i - 1).twins()) {
        automatonOf[i] = automatonOf[i - 1];
        continue;
      }
      automatonOf[i] = inOrder.size();
      RoleAutomaton role = new RoleAutomaton(oracle, roles.get(i).body());
      complete &= role.close(mostNodes);
      inOrder.add(role);
    }
    List<Set<Cell>> own = complete ? ownCells(inOrder) : Collections.emptyList();
    Set<Cell> semaphores = complete ? semaphores(inOrder) : Set.of();
    Set<Cell> tallies = complete ? tallies(inOrder) : Set.of();
    Set<Cell> contested = complete ? contested(inOrder) : new HashSet<>(program.machine().cells());
    Set<Cell> seen = new HashSet<>();
    for (Cell cell : program.machine().cells()) {
      if (visible.get(cell.index())) {
        seen.add(cell);
      } else if (mayMove(cell, own, semaphores, tallies)) {
        unseen.set(cell.index());
      }
    }
    for (int i = 0; i < inOrder.size(); i++) {
      Set<Cell> mine = complete ? own.get(i) : Set.of();
      ThreadAutomaton thread =
          new ThreadBuilder(
                  inOrder.get(i),
                  actions,
                  model,
                  reductions,
                  mine,
                  semaphores,
                  tallies,
                  seen,
                  contested)
              .automaton();
      boolean threadClosed = complete && thread.close(mostNodes);
      complete &= threadClosed;
      if (threadClosed) {
        thread =
            reductions.contains(Reduction.MINIMISE)
                ? Minimiser.minimise(thread)
                : Minimiser.canonical(thread);
      }
      automata.add(thread);
    }
    this.closed = complete;
  }

  /**
   * Compiles a program.
   *
   * @param build builds the program on the machine it is given
   * @param visible indices of the cells that the program's claims look at: see {@link #unseen}
   * @param mostNodes usually {@link #MOST_NODES}
   * @throws NonDeterminism if the port does not do the same on the same values
   * @throws PortException if the port misuses its machine whatever it reads
   */
  public static CompiledProgram of(
      Function<Machine, Program> build,
      MemoryModel model,
      Set<Reduction> reductions,
      BitSet visible,
      int mostNodes) {
    Oracle oracle = new Oracle();
    Program program = build.apply(oracle);
    if (program.machine() != oracle) {
      throw new PortException("the program was not built on the machine it was given");
    }
    return new CompiledProgram(program, oracle, model, reductions, visible, mostNodes);
  }

  /** Compiles a program whose claims look at no cell that a reduction hides. */
  public static CompiledProgram of(
      Function<Machine, Program> build, MemoryModel model, Set<Reduction> reductions) {
    return of(build, model, reductions, new BitSet(), MOST_NODES);
  }

  /**
   * The cells of which a search does not see every value together with every value of the others,
   * because writes to them are joined to other steps. A claim about every state must not look at
   * them: if one does, the program is to be compiled again with the cell declared visible.
   */
  public BitSet unseen() {
    return unseen;
  }

  private boolean mayMove(Cell cell, List<Set<Cell>> own, Set<Cell> semaphores, Set<Cell> tallies) {
    if (cell.ghost() || actions.domain(cell).size() == 1) {
      return false;
    }
    return (reductions.contains(Reduction.PRIVATE) && own.stream().anyMatch(o -> o.contains(cell)))
        || (reductions.contains(Reduction.LOCKS)
            && (cell.guard() != null || cell instanceof SpinLock))
        || (reductions.contains(Reduction.SEMAPHORES) && semaphores.contains(cell))
        || (reductions.contains(Reduction.TALLIES) && tallies.contains(cell));
  }

  /** For each automaton, the cells that only one thread can reach, and the constants. */
  private List<Set<Cell>> ownCells(List<RoleAutomaton> roles) {
    int cells = program.machine().cells().size();
    int[] reachedBy = new int[cells];
    boolean[] shared = new boolean[cells];
    boolean[] written = new boolean[cells];
    java.util.Arrays.fill(reachedBy, -1);
    for (int r = 0; r < roles.size(); r++) {
      boolean several = threads(r) > 1;
      RoleAutomaton role = roles.get(r);
      for (int n = 0; n < role.size(); n++) {
        Action action = role.node(n).action;
        if (action == null || action.cell() == null) {
          continue;
        }
        int cell = action.cell().index();
        shared[cell] |= several || (reachedBy[cell] >= 0 && reachedBy[cell] != r);
        reachedBy[cell] = r;
        written[cell] |= action.writes();
      }
    }
    List<Set<Cell>> own = new ArrayList<>();
    for (int r = 0; r < roles.size(); r++) {
      Set<Cell> mine = new HashSet<>();
      for (Cell cell : program.machine().cells()) {
        boolean alone = reachedBy[cell.index()] == r && !shared[cell.index()];
        boolean constant = !written[cell.index()] || actions.domain(cell).size() == 1;
        if (alone || constant) {
          mine.add(cell);
        }
      }
      own.add(mine);
    }
    return own;
  }

  /** The cells that are only ever counted up, or waited for and counted down. */
  private Set<Cell> semaphores(List<RoleAutomaton> roles) {
    Set<Cell> semaphores = new HashSet<>(program.machine().cells());
    for (RoleAutomaton role : roles) {
      for (int n = 0; n < role.size(); n++) {
        Action action = role.node(n).action;
        boolean up = action != null && action.op() == Op.ADD && action.a() > 0;
        if (action != null && action.op() != Op.AWAIT_DEC && !up) {
          semaphores.remove(action.cell());
        }
      }
    }
    return semaphores;
  }

  /** The cells with plain accesses that no lock orders. */
  private static Set<Cell> contested(List<RoleAutomaton> roles) {
    Set<Cell> contested = new HashSet<>();
    for (RoleAutomaton role : roles) {
      for (int n = 0; n < role.size(); n++) {
        Action action = role.node(n).action;
        if (action != null
            && action.order() == Order.PLAIN
            && action.cell().guard() == null
            && !action.cell().ghost()) {
          contested.add(action.cell());
        }
      }
    }
    return contested;
  }

  /** The cells to which everybody does one kind of thing, and that thing commutes with itself. */
  private Set<Cell> tallies(List<RoleAutomaton> roles) {
    Map<Cell, Op> only = new HashMap<>();
    Map<Cell, Integer> sign = new HashMap<>();
    Set<Cell> others = new HashSet<>();
    for (RoleAutomaton role : roles) {
      for (int n = 0; n < role.size(); n++) {
        Action action = role.node(n).action;
        if (action == null || action.cell() == null) {
          continue;
        }
        Op op = action.op();
        boolean commutes = op == Op.ADD || op == Op.OR || op == Op.AND;
        Op known = only.putIfAbsent(action.cell(), op);
        if (!commutes || (known != null && known != op)) {
          others.add(action.cell());
        }
        // Up and down in another order may leave the declared range on the way.
        int up = op == Op.ADD ? Integer.signum(action.a()) : 1;
        Integer knownSign = sign.putIfAbsent(action.cell(), up);
        if (knownSign != null && knownSign != up) {
          others.add(action.cell());
        }
      }
    }
    only.keySet().removeAll(others);
    return only.keySet();
  }

  private int threads(int automaton) {
    int n = 0;
    for (int a : automatonOf) {
      n += a == automaton ? 1 : 0;
    }
    return n;
  }

  public Program program() {
    return program;
  }

  public Actions actions() {
    return actions;
  }

  public MemoryModel model() {
    return model;
  }

  public Set<Reduction> reductions() {
    return reductions;
  }

  /** The automaton that a role runs; twins share one. */
  public ThreadAutomaton automaton(int role) {
    return automata.get(automatonOf[role]);
  }

  /** The number of the automaton that a role runs. */
  public int automatonNumber(int role) {
    return automatonOf[role];
  }

  public int automata() {
    return automata.size();
  }

  /** Whether every automaton is closed and, with {@link Reduction#MINIMISE}, minimal. */
  public boolean closed() {
    return closed;
  }
}
