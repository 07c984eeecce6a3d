// SPDX-License-Identifier: MIT
package hangproof.cli;

import hangproof.engine.MemoryModel;
import hangproof.engine.audit.Audit;
import hangproof.engine.audit.AuditTable;
import hangproof.engine.audit.Finding;
import hangproof.engine.audit.Findings;
import hangproof.engine.audit.Pairing;
import hangproof.engine.automaton.Weakening;
import hangproof.engine.cases.Case;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Says which barriers a case needs. */
@Command(
    name = "audit",
    header = "Takes every barrier and ordering out of a case in turn: which are needed?",
    description = {
      "Each alone, then those that can be spared alone together: of two that do the same work one",
      "may be needed. Two pair if one and the same execution goes wrong without either: they are",
      "the two sides of a race. All models are searched over execution graphs. Of a case that is",
      "wrong as it is, nothing can be said."
    },
    footerHeading = "%n",
    footer = {
      "Examples:",
      "  hangproof audit reports/e01-fixed",
      "  hangproof audit restarts-reduced/v4-tag-free --model lkmm --time 5m",
      "  hangproof audit restarts-reduced/v4-tag-free --markdown",
      "",
      ExitCode.HELP
    },
    mixinStandardHelpOptions = true)
final class AuditCommand implements Callable<Integer> {
  @ParentCommand private Main main;

  @Mixin private OneCase oneCase;

  @Option(
      names = "--model",
      split = ",",
      paramLabel = "MODEL",
      converter = Converters.ToModel.class,
      description = "Memory models: sc, tso, lkmm. Default: all.")
  private List<MemoryModel> models = List.of(MemoryModel.values());

  @Option(
      names = "--markdown",
      description = "Prints a table in Markdown once everything has been searched.")
  private boolean markdown;

  @Option(names = "--show", description = "Prints a witness for each that is needed.")
  private boolean show;

  /** The places audited; output speaks of them by number. */
  private List<Weakening.Site> sites = List.of();

  @Override
  public Integer call() {
    OneCase.Chosen chosen = oneCase.of(main.cases());
    Case testCase = chosen.testCase();
    Audit audit = new Audit(m -> testCase.build(m, chosen.bounds()), oneCase.limits());
    PrintWriter out = main.out();
    sites = audit.sites();
    List<Findings> all = new ArrayList<>();
    if (!markdown) {
      out.println(testCase.name() + " at " + chosen.bounds());
      sites.forEach(site -> out.printf("  %3d  %s%n", sites.indexOf(site) + 1, site));
    }
    for (MemoryModel model : models) {
      Findings findings = audit.under(model, f -> print(model, f));
      all.add(findings);
      if (!markdown) {
        findings.pairings().forEach(p -> print(model, p));
      }
    }
    if (markdown) {
      out.print(new AuditTable(sites, all).markdown());
    }
    out.flush();
    return all.stream().anyMatch(Findings::unknown) ? ExitCode.UNKNOWN : ExitCode.AS_EXPECTED;
  }

  private void print(MemoryModel model, Finding f) {
    if (markdown) {
      return;
    }
    PrintWriter out = main.out();
    String what = f.sites().isEmpty() ? "as it is" : "without " + numbers(f, " and ");
    out.printf("  %-8s %s: %s%n", model.title(), what, f.words());
    if (show && f.result().graph() != null) {
      out.print(f.result().graph().text());
    }
    out.flush();
  }

  private void print(MemoryModel model, Pairing p) {
    main.out()
        .printf(
            "  %-8s %s pairs with %s%n",
            model.title(), numbers(p.one(), " or "), numbers(p.other(), " or "));
  }

  private String numbers(Finding f, String between) {
    return String.join(
        between, f.sites().stream().map(s -> Integer.toString(sites.indexOf(s) + 1)).toList());
  }
}
