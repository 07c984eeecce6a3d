// SPDX-License-Identifier: MIT
package hangproof.cli;

import hangproof.engine.cases.Outcome;
import hangproof.engine.cases.Outcome.Agreement;
import hangproof.engine.cases.RecordedCounts;
import hangproof.engine.explorer.Result;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Help.Ansi;

/** Outcomes as people read them: a line each. */
final class OutcomeLines {
  private final int nameWidth;
  private final boolean colours;

  OutcomeLines(List<Job> jobs, boolean colours) {
    this.nameWidth = jobs.stream().mapToInt(j -> j.testCase().name().length()).max().orElse(0);
    this.colours = colours;
  }

  /** The line of one outcome, and others below it if more must be said. */
  String of(Outcome o) {
    Result r = o.result();
    String verdict = r.violation() == null ? r.verdict() + "" : r.verdict() + ", " + r.violation();
    String line =
        String.format(
            Locale.ROOT,
            "%-" + nameWidth + "s  %-7s  %-20s  %s  %,d %s, %.1f s",
            o.testCase().name(),
            o.model().title(),
            verdict,
            painted(o.agreement(), String.format("%-20s", words(o))),
            r.graphs() ? r.executions() : r.states(),
            r.graphs() ? "executions" : "states",
            r.wallSeconds());
    if (r.witness() != null) {
      line += ", witness of " + r.witness().steps() + " steps";
    }
    return line + below(o) + omission(r);
  }

  private static String words(Outcome o) {
    return switch (o.agreement()) {
      case MISSED -> "MISSED";
      case UNEXPECTED -> o.expected() == null ? "VIOLATION" : "NOT EXPECTED";
      case UNKNOWN -> "NOT PROVED";
      case DRIFTED -> "COUNTS DRIFTED";
      case AS_EXPECTED -> o.expected() == null ? "no expectation" : "as expected";
    };
  }

  private static String below(Outcome o) {
    return switch (o.agreement()) {
      case MISSED -> "%n    expected: %s".formatted(o.expected());
      case UNEXPECTED ->
          o.expected() == null
              ? "%n    nothing is expected at %s".formatted(o.bounds())
              : "%n    expected: %s".formatted(o.expected());
      case UNKNOWN -> "%n    why: %s".formatted(o.result().reason());
      case DRIFTED ->
          "%n    recorded: %s%n    counted:  %s"
              .formatted(spaced(o.recorded()), spaced(RecordedCounts.countsOf(o)));
      case AS_EXPECTED -> "";
    };
  }

  private static String omission(Result r) {
    return r.omissionProbability() == 0
        ? ""
        : String.format(
            Locale.ROOT,
            "%n    but for a probability of at most %.1e that a state was left out",
            r.omissionProbability());
  }

  private static String spaced(String counts) {
    return counts.replace('\t', ' ');
  }

  private String painted(Agreement agreement, String words) {
    if (!colours) {
      return words;
    }
    String style =
        switch (agreement) {
          case AS_EXPECTED -> "green";
          case UNKNOWN -> "yellow";
          default -> "bold,red";
        };
    return Ansi.ON.string("@|" + style + " " + words + "|@");
  }

  /** The last line: how many came out how. */
  static String summary(Collection<Outcome> outcomes) {
    StringBuilder text = new StringBuilder(outcomes.size() + " checked");
    for (Agreement agreement : Agreement.values()) {
      long n = outcomes.stream().filter(o -> o.agreement() == agreement).count();
      if (n > 0) {
        text.append(", ").append(n).append(' ').append(plain(agreement));
      }
    }
    return text.toString();
  }

  private static String plain(Agreement agreement) {
    return switch (agreement) {
      case MISSED -> "with an expected violation that was not found";
      case UNEXPECTED -> "with a violation that was not expected";
      case UNKNOWN -> "not proved";
      case DRIFTED -> "with drifted counts";
      case AS_EXPECTED -> "as expected";
    };
  }
}
