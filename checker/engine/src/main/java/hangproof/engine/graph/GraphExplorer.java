// SPDX-License-Identifier: MIT
package hangproof.engine.graph;

import com.sun.management.OperatingSystemMXBean;
import hangproof.engine.MemoryModel;
import hangproof.engine.automaton.NonDeterminism;
import hangproof.engine.automaton.RoleSteps;
import hangproof.engine.automaton.Weakening;
import hangproof.engine.axiom.Lkmm;
import hangproof.engine.axiom.Sc;
import hangproof.engine.axiom.ThreadShape;
import hangproof.engine.axiom.Tso;
import hangproof.engine.explorer.Limits;
import hangproof.engine.explorer.Progress;
import hangproof.engine.explorer.Result;
import hangproof.engine.explorer.Verdict;
import hangproof.engine.explorer.Violation;
import hangproof.engine.trace.GraphTrace;
import hangproof.machine.BugOn;
import hangproof.machine.Machine;
import hangproof.machine.Memory;
import hangproof.machine.PortException;
import hangproof.machine.Program;
import hangproof.machine.Property;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Exhausts the execution graphs of a program under a memory model.
 *
 * <p>Judged are complete graphs: those in which every role has ended or waits on the last value of
 * a cell. What a graph cannot show, the verdict does not cover: invariants are looked at when
 * nothing moves any more and not on the way, stalls and livelocks are the explorer's to find, and
 * executions with a cycle of program order and reads-from are left out.
 */
public final class GraphExplorer {
  /** The most memory events that a role may make unless said otherwise. */
  public static final int EVENTS_EACH = 48;

  private final Function<Machine, Program> build;
  private final MemoryModel model;
  private final Limits limits;
  private final Progress progress;
  private final Weakening weakening;

  /**
   * @param build builds the program on the machine it is given; called several times
   */
  public GraphExplorer(
      Function<Machine, Program> build, MemoryModel model, Limits limits, Progress progress) {
    this(build, model, limits, progress, null);
  }

  /**
   * @param weakening what to leave out of the port, null if nothing
   */
  public GraphExplorer(
      Function<Machine, Program> build,
      MemoryModel model,
      Limits limits,
      Progress progress,
      Weakening weakening) {
    this.build = build;
    this.model = model;
    this.limits = limits;
    this.progress = progress;
    this.weakening = weakening;
  }

  /** With default limits, and silent. */
  public GraphExplorer(Function<Machine, Program> build, MemoryModel model) {
    this(build, model, Limits.defaults(), Progress.SILENT);
  }

  /**
   * The axioms of a model, with as many dependencies as there can be. Which reads of a port decide
   * what it writes is not known; so the search assumes that none does, which can only allow more,
   * and a violation counts if it is there even if all do.
   */
  static Axioms dependent(MemoryModel model) {
    return model == MemoryModel.LKMM
        ? new Axioms(null, Lkmm.sharing(), WideAxioms.Model.LKMM, ThreadShape.MAX_EVENTS, true)
        : axioms(model);
  }

  /** The axioms of a model. */
  static Axioms axioms(MemoryModel model) {
    return switch (model) {
      case SC -> new Axioms(null, Sc::new, WideAxioms.Model.SC);
      case TSO -> new Axioms(null, Tso::new, WideAxioms.Model.TSO);
      case LKMM ->
          // No port has a grace period, so the whole model holds for all parts of an execution.
          new Axioms(null, Lkmm.sharing(), WideAxioms.Model.LKMM);
    };
  }

  /**
   * Searches.
   *
   * @throws IllegalStateException if a witness does not replay: an error of the checker itself
   */
  public Result run() {
    Run run = new Run();
    try {
      run.search();
    } catch (NonDeterminism | PortException e) {
      run.reason = e.getMessage();
    }
    return run.result();
  }

  /** A violation found. */
  record Finding(Violation violation, String claim, Graph graph) {}

  private final class Run implements GraphSearch.Visitor {
    private final long wall = System.nanoTime();
    private final long cpu = cpuNanos();
    private Program program;
    private Axioms axioms;
    private Axioms dependent;
    private String unconfirmed;
    private GraphSearch search;
    private List<Property> toReach = new ArrayList<>();
    private Finding finding;
    private String reason;
    private String cut;
    private long executions;
    private int largest;

    void search() {
      RoleSteps roles = RoleSteps.of(build, weakening);
      program = roles.program();
      if (program.roles().size() > Graph.MAX_THREADS) {
        reason = "an execution graph takes at most " + Graph.MAX_THREADS + " roles";
        return;
      }
      toReach = new ArrayList<>(program.reached());
      axioms = axioms(model);
      dependent = dependent(model);
      RoleThreads threads = new RoleThreads(roles, EVENTS_EACH);
      search = new GraphSearch(threads, axioms, Graph.MAX_EVENTS, this);
      search.run();
    }

    @Override
    public boolean complete(Graph g) {
      for (int t = 0; t < g.threads; t++) {
        if (g.now[t].kind == Step.Kind.CUT) {
          cut =
              program.roles().get(t).name() + " makes more than " + (EVENTS_EACH - 1) + " accesses";
          return true;
        }
        if (g.now[t].kind == Step.Kind.BLOCKED && !g.readsLast(g.last[t])) {
          return true;
        }
      }
      if (!axioms.canJudge(g)) {
        cut = "an execution has more than 64 accesses, plain ones among them";
        return true;
      }
      boolean decided = axioms.isDecided(g);
      if (!decided && !axioms.allows(g)) {
        return true;
      }
      executions++;
      largest = Math.max(largest, g.size);
      judge(g, !decided && axioms.races());
      return finding == null;
    }

    private void judge(Graph g, boolean races) {
      Memory memory = memory(g);
      toReach.removeIf(p -> p.holds().test(memory));
      if (races) {
        found(Violation.DATA_RACE, "two roles touch a cell at once, one with a plain access", g);
        return;
      }
      for (Property p : program.invariants()) {
        if (!p.holds().test(memory)) {
          found(Violation.INVARIANT, "not so: " + p.claim(), g);
          return;
        }
      }
      Property completion = program.completion();
      if (!completion.holds().test(memory)) {
        found(Violation.IO_HANG, "not complete: " + completion.claim(), g);
        return;
      }
      for (Property p : program.leaks()) {
        if (!p.holds().test(memory)) {
          found(Violation.LEAK, "not so: " + p.claim(), g);
          return;
        }
      }
    }

    private void found(Violation violation, String claim, Graph g) {
      if (!dependent.allows(g) || (violation == Violation.DATA_RACE && !dependent.races())) {
        unconfirmed = "dependency: " + claim + ", unless a write depends on what is read before it";
        return;
      }
      Graph copy = new Graph(g.threads, g.initial());
      copy.copyFrom(g);
      finding = new Finding(violation, claim, copy);
    }

    @Override
    public boolean failed(Graph g, int thread) {
      RuntimeException failure = g.now[thread].failure();
      if (failure instanceof BugOn) {
        found(Violation.INVARIANT, failure.getMessage(), g);
      } else {
        reason = "the port failed: " + failure.getMessage();
      }
      return finding == null && reason == null;
    }

    @Override
    public boolean full(Graph g) {
      cut = "an execution has more than " + Graph.MAX_EVENTS + " accesses";
      return true;
    }

    @Override
    public boolean goOn() {
      progress.report("graphs", search.visits, largest, executions, 0);
      if (Duration.ofNanos(System.nanoTime() - wall).compareTo(limits.time()) > 0) {
        reason = "the time limit was reached after " + executions + " executions";
        return false;
      }
      if (Thread.currentThread().isInterrupted()) {
        reason = "interrupted after " + executions + " executions";
        return false;
      }
      return true;
    }

    Result result() {
      GraphTrace trace = null;
      if (finding != null) {
        trace = new GraphTracer(program, finding).trace();
        GraphReplay.confirm(RoleSteps.of(build, weakening), model, finding.violation(), trace);
      } else if (reason == null && unconfirmed != null) {
        reason = unconfirmed;
      } else if (reason == null && cut != null) {
        reason = cut + "; longer executions were not looked at";
      } else if (reason == null && executions == 0) {
        reason = "no execution came to an end: whether everything completes was not judged";
      } else if (reason == null && !toReach.isEmpty()) {
        reason = "no execution ended with this: " + toReach.get(0).claim();
      }
      Verdict verdict =
          finding != null ? Verdict.SOMETIMES : reason != null ? Verdict.UNKNOWN : Verdict.NEVER;
      return new Result(
          verdict,
          finding == null ? null : finding.violation(),
          null,
          finding == null ? reason : null,
          search == null ? 0 : search.visits,
          axioms == null ? 0 : axioms.checks,
          largest,
          executions,
          0,
          0,
          false,
          (cpuNanos() - cpu) / 1e9,
          (System.nanoTime() - wall) / 1e9,
          0,
          executions,
          Result.PORF_ACYCLIC,
          trace,
          0);
    }
  }

  /** Memory at the end of a graph, the counters of the harness included. */
  static Memory memory(Graph g) {
    return cell -> {
      if (!cell.ghost()) {
        return g.lastValue(cell.index());
      }
      int sum = cell.initial();
      for (Step step : g.now) {
        sum += RoleThreads.ghosts(step)[cell.index()];
      }
      return sum;
    };
  }

  private static long cpuNanos() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean os
        ? os.getProcessCpuTime()
        : 0;
  }
}
