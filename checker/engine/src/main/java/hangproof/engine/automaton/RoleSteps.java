// SPDX-License-Identifier: MIT
package hangproof.engine.automaton;

import hangproof.machine.Cell;
import hangproof.machine.Machine;
import hangproof.machine.PortException;
import hangproof.machine.Program;
import hangproof.machine.Role;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Function;

/**
 * The roles of a program in program order, before any memory model: asked step by step, for those
 * who bring a memory model of their own.
 *
 * <p>A node stands for what a role has learned; twins share their nodes.
 */
public final class RoleSteps {
  private final Program program;
  private final Actions actions;
  private final List<RoleAutomaton> automata = new ArrayList<>();
  private final int[] automatonOf;

  /** Enough for ports with lists of a few requests; beyond, no cell is known to be constant. */
  private static final int MOST_NODES = 300_000;

  private RoleSteps(Program program, Oracle oracle) {
    this.program = program;
    this.actions = new Actions(program.machine(), true);
    oracle.start(actions);
    List<Role> roles = program.roles();
    if (roles.isEmpty()) {
      throw new PortException("the program has no roles");
    }
    automatonOf = new int[roles.size()];
    for (int i = 0; i < roles.size(); i++) {
      if (i > 0 && roles.get(i).twins() == roles.get(i - 1).twins()) {
        automatonOf[i] = automatonOf[i - 1];
      } else {
        automatonOf[i] = automata.size();
        automata.add(new RoleAutomaton(oracle, roles.get(i).body()));
      }
    }
  }

  /**
   * Builds a program and asks nothing yet but what each role does first.
   *
   * @param build builds the program on the machine it is given
   * @throws PortException if the port misuses its machine
   */
  public static RoleSteps of(Function<Machine, Program> build) {
    return of(build, null);
  }

  /**
   * The same of a port with something left out.
   *
   * @param weakening what, null if nothing
   */
  public static RoleSteps of(Function<Machine, Program> build, Weakening weakening) {
    Oracle oracle = new Oracle(weakening);
    Program program = build.apply(oracle);
    if (program.machine() != oracle) {
      throw new PortException("the program was not built on the machine it was given");
    }
    return new RoleSteps(program, oracle);
  }

  public Program program() {
    return program;
  }

  /** The values that a cell may hold. */
  public Domain domain(Cell cell) {
    return actions.domain(cell);
  }

  /**
   * The cells that no role ever writes, whatever it reads, by index; none if there is too much to
   * look at.
   */
  public BitSet constants() {
    BitSet constants = new BitSet();
    constants.set(0, program.machine().cells().size());
    for (RoleAutomaton automaton : automata) {
      if (!automaton.close(MOST_NODES)) {
        return new BitSet();
      }
      for (int n = 0; n < automaton.size(); n++) {
        Action action = automaton.node(n).action;
        if (action != null && action.writes()) {
          constants.clear(action.cell().index());
        }
      }
    }
    return constants;
  }

  /** How many different automata the roles run. */
  public int automata() {
    return automata.size();
  }

  /** The number of the automaton that a role runs. */
  public int automatonOf(int role) {
    return automatonOf[role];
  }

  /** What a role does at a node, null if it has ended or failed. Node 0 is the first. */
  public Action action(int automaton, int node) {
    return automata.get(automaton).node(node).action;
  }

  /** What the port threw at a node, null if nothing. */
  public RuntimeException failure(int automaton, int node) {
    return automata.get(automaton).node(node).failure;
  }

  /** The node after an edge of the action at a node. */
  public int child(int automaton, int node, int edge) {
    return automata.get(automaton).child(node, edge);
  }

  /** The edge of an action that a result lies on; negative if there is none. */
  public static int edge(Action action, int result) {
    if (action.edges() == 1 && !action.op().kind().hasResult()) {
      return 0;
    }
    int edges = action.edges();
    int[] values = new int[edges];
    for (int i = 0; i < edges; i++) {
      values[i] = action.edgeValue(i);
    }
    return Arrays.binarySearch(values, result);
  }
}
