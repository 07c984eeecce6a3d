// SPDX-License-Identifier: MIT
package hangproof.engine.audit;

import hangproof.engine.MemoryModel;
import hangproof.engine.automaton.RoleSteps;
import hangproof.engine.automaton.Weakening;
import hangproof.engine.explorer.Limits;
import hangproof.engine.explorer.Progress;
import hangproof.engine.explorer.Result;
import hangproof.engine.explorer.Verdict;
import hangproof.engine.graph.GraphExplorer;
import hangproof.machine.Machine;
import hangproof.machine.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Takes every barrier and every ordering annotation out of a program in turn, and looks for a
 * violation under a memory model.
 */
public final class Audit {
  /**
   * What became of the program without one of them.
   *
   * @param site which; null if nothing was taken out
   * @param result of the search
   */
  public record Finding(Weakening.Site site, MemoryModel model, Result result) {
    /** In words: needed, not needed within these bounds, or unknown. */
    public String words() {
      if (site == null) {
        return result.verdict().toString();
      }
      return switch (result.verdict()) {
        case SOMETIMES -> "needed (" + result.violation() + ")";
        case NEVER -> "not needed within these bounds";
        case UNKNOWN -> "unknown: " + result.reason();
      };
    }
  }

  private final Function<Machine, Program> build;
  private final Limits limits;

  /**
   * @param build builds the program on the machine it is given
   * @param limits of each search
   */
  public Audit(Function<Machine, Program> build, Limits limits) {
    this.build = build;
    this.limits = limits;
  }

  /** The places at which the roles of the program order anything, whatever they read. */
  public List<Weakening.Site> sites() {
    Weakening none = Weakening.none();
    RoleSteps.of(build, none).constants();
    return none.sites();
  }

  /**
   * Searches the program as it is, and, if it is right under the model, without each of its
   * orderings.
   */
  public List<Finding> under(MemoryModel model) {
    List<Finding> findings = new ArrayList<>();
    Finding whole = new Finding(null, model, search(model, null));
    findings.add(whole);
    if (whole.result().verdict() == Verdict.SOMETIMES) {
      return findings;
    }
    for (Weakening.Site site : sites()) {
      findings.add(new Finding(site, model, search(model, Weakening.of(site))));
    }
    return findings;
  }

  private Result search(MemoryModel model, Weakening weakening) {
    return new GraphExplorer(build, model, limits, Progress.SILENT, weakening).run();
  }
}
