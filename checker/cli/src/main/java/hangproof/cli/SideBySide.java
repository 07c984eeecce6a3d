// SPDX-License-Identifier: MIT
package hangproof.cli;

import hangproof.engine.cases.Outcome;
import hangproof.engine.explorer.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Two cases, checked alike, as a table: a column for each, rows for each memory model. */
final class SideBySide {
  private final List<String[]> rows = new ArrayList<>();

  /**
   * @param outcomes of both cases, a pair for each model
   */
  SideBySide(List<Outcome> outcomes) {
    for (int i = 0; i + 1 < outcomes.size(); i += 2) {
      add(outcomes.get(i), outcomes.get(i + 1));
    }
  }

  private void add(Outcome left, Outcome right) {
    if (rows.isEmpty()) {
      row("", "", left.testCase().name(), right.testCase().name());
      if (!left.bounds().equals(right.bounds())) {
        row("", "at", left.bounds() + "", right.bounds() + "");
      }
    }
    Result l = left.result();
    Result r = right.result();
    row(left.model().title(), "verdict", verdict(l), verdict(r));
    row("", l.graphs() ? "executions" : "states", number(l), number(r));
    row("", "depth", l.depth() + "", r.depth() + "");
    row("", "stalls", count(l.stallStates()), count(r.stallStates()));
    row("", "witness", witness(l), witness(r));
  }

  private void row(String... columns) {
    rows.add(columns);
  }

  private static String verdict(Result r) {
    return r.violation() == null ? r.verdict() + "" : r.verdict() + ", " + r.violation();
  }

  private static String number(Result r) {
    return count(r.graphs() ? r.executions() : r.states());
  }

  private static String count(long n) {
    return String.format(Locale.ROOT, "%,d", n);
  }

  private static String witness(Result r) {
    if (r.witness() != null) {
      return r.witness().steps() + " steps";
    }
    return r.graph() != null ? "a graph" : "-";
  }

  /** The table, each line ending in a newline; empty if there is nothing to compare. */
  String text() {
    int[] width = new int[4];
    for (String[] row : rows) {
      for (int c = 0; c < row.length; c++) {
        width[c] = Math.max(width[c], row[c].length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (String[] row : rows) {
      StringBuilder line = new StringBuilder();
      for (int c = 0; c < row.length; c++) {
        line.append(row[c]).append(" ".repeat(width[c] - row[c].length() + 2));
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }
}
