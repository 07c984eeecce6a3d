// SPDX-License-Identifier: MIT
package hangproof.engine.audit;

import hangproof.engine.MemoryModel;
import hangproof.engine.automaton.Weakening.Site;
import hangproof.engine.explorer.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * An audit as a table in Markdown: a row for each barrier and ordering, a column for each model,
 * and what each pairs with. Rows are referred to by their numbers.
 */
public final class AuditTable {
  private final List<Site> sites;
  private final List<Findings> findings;

  /**
   * @param sites of the program
   * @param findings one for each model
   */
  public AuditTable(List<Site> sites, List<Findings> findings) {
    this.sites = Collections.unmodifiableList(new ArrayList<>(sites));
    this.findings = Collections.unmodifiableList(new ArrayList<>(findings));
  }

  /** The table, each line ending in a newline. */
  public String markdown() {
    StringBuilder table = new StringBuilder("|   | barrier or ordering |");
    for (Findings f : findings) {
      table.append(' ').append(f.model().title()).append(" |");
    }
    table
        .append(" pairs with |\n|---|---|")
        .append("---|".repeat(findings.size() + 1))
        .append('\n');
    table.append("|   | as it is |");
    for (Findings f : findings) {
      table.append(' ').append(f.whole().result().verdict()).append(" |");
    }
    table.append("   |\n");
    for (Site site : sites) {
      table.append("| ").append(number(site)).append(" | `").append(site.what()).append("` in `");
      table.append(site.functions()).append("` |");
      for (Findings f : findings) {
        table.append(' ').append(cell(f, site)).append(" |");
      }
      table.append(' ').append(partners(site)).append(" |\n");
    }
    return table.toString();
  }

  private int number(Site site) {
    return sites.indexOf(site) + 1;
  }

  private String cell(Findings f, Site site) {
    Finding alone =
        f.alone().stream().filter(a -> a.sites().contains(site)).findFirst().orElse(null);
    if (alone == null) {
      return "-";
    }
    if (alone.result().verdict() == Verdict.UNKNOWN) {
      return "unknown";
    }
    if (alone.needed()) {
      return "**needed** (" + alone.result().violation() + ")";
    }
    List<String> others = new ArrayList<>();
    for (Finding cut : f.together()) {
      if (cut.needed() && cut.sites().contains(site)) {
        others.add(numbers(cut, site, " and "));
      }
    }
    return others.isEmpty()
        ? "not needed"
        : "**needed** without " + String.join(", or without ", others);
  }

  private String numbers(Finding cut, Site but, String between) {
    return String.join(
        between,
        cut.sites().stream()
            .filter(s -> !s.equals(but))
            .map(s -> Integer.toString(number(s)))
            .toList());
  }

  /** What it pairs with, and under which model. */
  private String partners(Site site) {
    Set<String> partners = new TreeSet<>();
    for (Findings f : findings) {
      for (Pairing p : f.pairings()) {
        if (p.one().sites().contains(site)) {
          partners.add(partner(f.model(), p.other()));
        }
        if (p.other().sites().contains(site)) {
          partners.add(partner(f.model(), p.one()));
        }
      }
    }
    return partners.isEmpty() ? " " : String.join("; ", partners);
  }

  private String partner(MemoryModel model, Finding cut) {
    return numbers(cut, null, " or ") + " (" + model.title() + ")";
  }
}
