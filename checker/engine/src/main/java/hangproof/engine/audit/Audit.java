// SPDX-License-Identifier: MIT
package hangproof.engine.audit;

import hangproof.engine.MemoryModel;
import hangproof.engine.automaton.RoleSteps;
import hangproof.engine.automaton.Weakening;
import hangproof.engine.automaton.Weakening.Site;
import hangproof.engine.explorer.Limits;
import hangproof.engine.explorer.Progress;
import hangproof.engine.explorer.Result;
import hangproof.engine.explorer.Verdict;
import hangproof.engine.graph.GraphExplorer;
import hangproof.engine.graph.GraphReplay;
import hangproof.machine.Machine;
import hangproof.machine.Program;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Takes every barrier and every ordering annotation out of a program, and looks for a violation
 * under a memory model: first each alone, then those that were not missed together.
 *
 * <p>To take away an order only ever allows more executions. So if the program is right without all
 * that were not missed, it is right without any of them. Otherwise pairs are tried, one of each
 * pair that is missed is put back, and if the rest is still missed, it is shrunk to a set from
 * which nothing can be put back, until what is left can be taken away all at once.
 *
 * <p>Two of the things found so <em>pair</em> if one and the same execution is a violation without
 * the one, and without the other: the two ends of one cycle. Each execution found for the one is
 * replayed without the other instead. That two pair is certain; that two do not is only not found.
 */
public final class Audit {
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
  public List<Site> sites() {
    Weakening none = Weakening.none();
    RoleSteps.of(build, none).constants();
    return none.sites();
  }

  /** Audits, and tells nobody on the way. */
  public Findings under(MemoryModel model) {
    return under(model, finding -> {});
  }

  /**
   * Searches the program as it is, and, if it is right under the model, with less and less.
   *
   * @param each is told each finding as soon as there is one
   */
  public Findings under(MemoryModel model, Consumer<Finding> each) {
    return new Run(model, each).findings();
  }

  /** One audit under one model. */
  private final class Run {
    private final MemoryModel model;
    private final Consumer<Finding> each;

    Run(MemoryModel model, Consumer<Finding> each) {
      this.model = model;
      this.each = each;
    }

    Findings findings() {
      Finding whole = without(List.of());
      if (whole.result().verdict() == Verdict.SOMETIMES) {
        return new Findings(model, whole, List.of(), List.of(), List.of());
      }
      List<Finding> alone = new ArrayList<>();
      List<Site> spared = new ArrayList<>();
      for (Site site : sites()) {
        Finding finding = without(List.of(site));
        alone.add(finding);
        if (!finding.needed()) {
          spared.add(site);
        }
      }
      List<Finding> together = spared.size() < 2 ? List.of() : together(spared);
      List<Finding> cuts = new ArrayList<>(alone);
      cuts.addAll(together);
      cuts.removeIf(f -> !f.needed());
      return new Findings(model, whole, alone, together, pairings(cuts));
    }

    /** What cannot be taken away at once, of those each of which can; and last, what can. */
    private List<Finding> together(List<Site> spared) {
      Finding last = without(spared);
      if (last.result().verdict() == Verdict.NEVER || spared.size() == 2) {
        return List.of(last);
      }
      List<Finding> found = pairs(spared);
      List<Site> rest = new ArrayList<>(spared);
      found.stream().filter(Finding::needed).forEach(cut -> putBackOne(rest, cut));
      while (rest.size() > 1) {
        if (rest.size() < last.sites().size()) {
          last = without(rest);
        }
        if (!last.needed()) {
          found.add(last);
          break;
        }
        Finding cut = shrink(last);
        found.add(cut);
        putBackOne(rest, cut);
      }
      return found;
    }

    private List<Finding> pairs(List<Site> spared) {
      List<Finding> found = new ArrayList<>();
      for (int i = 0; i < spared.size(); i++) {
        for (int j = i + 1; j < spared.size(); j++) {
          Finding pair = without(List.of(spared.get(i), spared.get(j)));
          if (pair.result().verdict() != Verdict.NEVER) {
            found.add(pair);
          }
        }
      }
      return found;
    }

    private static void putBackOne(List<Site> taken, Finding cut) {
      if (taken.containsAll(cut.sites())) {
        taken.remove(cut.sites().get(0));
      }
    }

    /** Puts back whatever can be put back without losing the violation. */
    private Finding shrink(Finding all) {
      Finding least = all;
      for (Site site : all.sites()) {
        if (least.sites().size() == 1) {
          break;
        }
        List<Site> fewer = new ArrayList<>(least.sites());
        fewer.remove(site);
        Finding without = without(fewer);
        if (without.needed()) {
          least = without;
        }
      }
      return least;
    }

    private List<Pairing> pairings(List<Finding> cuts) {
      List<Pairing> pairings = new ArrayList<>();
      for (int i = 0; i < cuts.size(); i++) {
        for (int j = i + 1; j < cuts.size(); j++) {
          Finding a = cuts.get(i);
          Finding b = cuts.get(j);
          Set<Site> shared = new HashSet<>(a.sites());
          shared.retainAll(b.sites());
          if (shared.isEmpty() && (shows(a, b.sites()) || shows(b, a.sites()))) {
            pairings.add(new Pairing(a, b));
          }
        }
      }
      return pairings;
    }

    /** Whether the execution found for one is a violation too with something else taken away. */
    private boolean shows(Finding found, List<Site> other) {
      try {
        GraphReplay.confirm(
            RoleSteps.of(build, Weakening.of(other)),
            model,
            found.result().violation(),
            found.result().graph());
        return true;
      } catch (GraphReplay.NotReplayed e) {
        return false;
      }
    }

    private Finding without(List<Site> sites) {
      Result result =
          new GraphExplorer(build, model, limits, Progress.SILENT, Weakening.of(sites)).run();
      Finding finding = new Finding(Collections.unmodifiableList(new ArrayList<>(sites)), result);
      each.accept(finding);
      return finding;
    }
  }
}
