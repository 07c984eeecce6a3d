// SPDX-License-Identifier: MIT
package hangproof.engine.export;

import hangproof.engine.MemoryModel;
import hangproof.engine.audit.Audit;
import hangproof.engine.audit.Finding;
import hangproof.engine.audit.Findings;
import hangproof.engine.automaton.RoleSteps;
import hangproof.engine.automaton.Weakening.Site;
import hangproof.engine.axiom.Models;
import hangproof.engine.explorer.Limits;
import hangproof.engine.explorer.Progress;
import hangproof.engine.explorer.Result;
import hangproof.engine.graph.GraphExplorer;
import hangproof.engine.graph.GraphReplay;
import hangproof.engine.litmus.LitmusChecker;
import hangproof.engine.litmus.LitmusTest;
import hangproof.engine.litmus.LitmusVerdict;
import hangproof.engine.litmus.SearchBounds;
import hangproof.engine.trace.GraphTrace;
import hangproof.engine.trace.GraphTrace.Event;
import hangproof.machine.Machine;
import hangproof.machine.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Exports what races in a case as litmus tests for herd7, under the kernel's memory model.
 *
 * <p>Of a case that goes wrong, the execution found: <em>Sometimes</em>. Of a case that does not,
 * for each barrier that it needs, the execution that is wrong without it, twice: with the barrier,
 * <em>Never</em>, and without it. Then whatever can be left out without changing these verdicts is
 * left out; of an execution that no interleaving explains, nothing that would make one explain it.
 * Each test is read back by our own front end, and is not exported unless that agrees.
 */
public final class HerdExport {
  private static final SearchBounds EACH = new SearchBounds(0, 2_000_000_000L);

  private final String name;
  private final Function<Machine, Program> build;
  private final Limits limits;

  /**
   * @param name of the case
   * @param build builds its program
   * @param limits of each search
   */
  public HerdExport(String name, Function<Machine, Program> build, Limits limits) {
    this.name = name;
    this.build = build;
    this.limits = limits;
  }

  /**
   * Searches and exports.
   *
   * @return at least one test
   * @throws NotExportable if there is nothing to export, or no way to say it
   */
  public List<HerdCore> cores() throws NotExportable {
    Result result = new GraphExplorer(build, MemoryModel.LKMM, limits, Progress.SILENT).run();
    String file = name.replace('/', '-');
    return switch (result.verdict()) {
      case UNKNOWN -> throw new NotExportable("the search did not end: " + result.reason());
      case SOMETIMES -> {
        List<String> comment =
            List.of(name + ": " + result.violation() + ".", "What of it races, and no more.");
        Pair pair = new Pair(result.graph(), null);
        yield HerdCore.copyOf(List.of(pair.core(file, result.graph(), comment)));
      }
      case NEVER -> forbidden(file);
    };
  }

  private List<HerdCore> forbidden(String file) throws NotExportable {
    Findings findings = new Audit(build, limits).under(MemoryModel.LKMM);
    List<Finding> cuts = new ArrayList<>(findings.alone());
    cuts.addAll(findings.together());
    cuts.removeIf(f -> !f.needed());
    if (cuts.isEmpty()) {
      throw new NotExportable(
          "no barrier or ordering of it is known to be needed, so there is no execution to forbid");
    }
    List<HerdCore> cores = new ArrayList<>();
    for (Finding cut : cuts) {
      GraphTrace weak = cut.result().graph();
      GraphTrace strong = GraphReplay.retrace(RoleSteps.of(build), weak);
      String which = cut.sites().stream().map(Site::toString).collect(Collectors.joining(", nor "));
      Pair pair = new Pair(weak, strong);
      String number = cuts.size() == 1 ? "" : "-" + (cores.size() / 2 + 1);
      cores.add(
          pair.core(file + number, strong, List.of(name + ": what is wrong without", which + ".")));
      cores.add(
          pair.core(file + number + "-without", weak, List.of(name + " without", which + ".")));
    }
    return HerdCore.copyOf(cores);
  }

  /** An execution, and perhaps the same one with more order, which forbids it. */
  private static final class Pair {
    private final GraphTrace weak;
    private final GraphTrace strong;
    private final boolean explained;

    /** What is left out: events without a cell by their number, the others by role and position. */
    private Set<List<Integer>> kept;

    Pair(GraphTrace weak, GraphTrace strong) throws NotExportable {
      this.weak = weak;
      this.strong = strong;
      this.explained = weak.events().stream().noneMatch(Event::marked);
      kept =
          weak.events().stream()
              .filter(e -> e.location() >= 0 && !e.waits())
              .map(Pair::key)
              .collect(Collectors.toSet());
      shrink();
    }

    private static List<Integer> key(Event e) {
      return List.of(e.role(), e.position());
    }

    private void shrink() throws NotExportable {
      List<Event> all = events(weak);
      Set<List<Integer>> shared =
          all.stream()
              .filter(e -> all.stream().anyMatch(o -> meets(e, o)))
              .map(Pair::key)
              .collect(Collectors.toSet());
      Set<List<Integer>> whole = kept;
      kept = shared;
      if (!holds()) {
        kept = whole;
        if (!holds()) {
          throw new NotExportable("our own front end does not agree about the litmus test");
        }
      }
      for (int location : HerdText.locations(events(weak))) {
        without(events(weak).stream().filter(e -> e.location() == location).toList());
      }
      List<Event> left = events(weak);
      for (int i = 0; i < left.size(); i++) {
        Event next = i + 1 < left.size() ? left.get(i + 1) : null;
        boolean both = HerdText.isHalf(left.get(i), next);
        without(both ? List.of(left.get(i), next) : List.of(left.get(i)));
        i += both ? 1 : 0;
      }
    }

    private boolean meets(Event e, Event o) {
      return e.location() == o.location() && e.role() != o.role();
    }

    private void without(List<Event> some) {
      Set<List<Integer>> before = kept;
      Set<List<Integer>> gone = some.stream().map(Pair::key).collect(Collectors.toSet());
      kept = kept.stream().filter(k -> !gone.contains(k)).collect(Collectors.toSet());
      if (!holds()) {
        kept = before;
      }
    }

    /** Its events that are kept, and the barriers between them. */
    private List<Event> events(GraphTrace graph) {
      return graph.events().stream()
          .filter(e -> e.kind() == GraphTrace.Kind.FENCE || kept.contains(key(e)))
          .toList();
    }

    /** Whether all is as it should be. */
    private boolean holds() {
      LitmusVerdict found = verdict(weak, "lkmm");
      boolean possible = found == LitmusVerdict.SOMETIMES || found == LitmusVerdict.ALWAYS;
      return possible
          && (explained || verdict(weak, "sc") == LitmusVerdict.NEVER)
          && (strong == null || verdict(strong, "lkmm") == LitmusVerdict.NEVER);
    }

    private LitmusVerdict verdict(GraphTrace graph, String model) {
      try {
        String text = new HerdText(graph, events(graph)).text("core", "Sometimes", List.of());
        return new LitmusChecker(Models.named(model), EACH).decide(LitmusTest.parse(text));
      } catch (NotExportable e) {
        return LitmusVerdict.UNKNOWN;
      }
    }

    HerdCore core(String file, GraphTrace graph, List<String> comment) throws NotExportable {
      String word = verdict(graph, "lkmm").word();
      String text = new HerdText(graph, events(graph)).text(file, word, comment);
      return new HerdCore(file, word, text);
    }
  }
}
