// SPDX-License-Identifier: MIT
package hangproof.cli;

import hangproof.engine.cases.Checker;
import hangproof.engine.cases.Outcome;
import hangproof.engine.cases.Outcome.Agreement;
import hangproof.engine.cases.RecordedCounts;
import hangproof.engine.cases.Smallest;
import hangproof.engine.explorer.Progress;
import hangproof.engine.explorer.Verdict;
import hangproof.engine.report.WitnessFiles;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs searches in front of a user: progress, a line for each, a summary, an exit code. */
final class Searching {
  private final Session session;
  private final SearchOptions options;
  private final PrintWriter out;
  private final PrintWriter err;
  private boolean failed;
  private boolean interrupted;

  /**
   * @param out where the lines go
   * @param err where progress and failures go
   */
  Searching(Session session, SearchOptions options, PrintWriter out, PrintWriter err) {
    this.session = session;
    this.options = options;
    this.out = out;
    this.err = err;
  }

  List<Outcome> run(List<Job> jobs, RecordedCounts recorded) {
    boolean watched = session.progress() && !options.quiet();
    ProgressLine progress = watched ? new ProgressLine(err) : null;
    Batch batch =
        new Batch(options.checker(recorded, watched ? progress : Progress.SILENT), progress);
    OutcomeLines lines = new OutcomeLines(jobs, session.colours());
    List<Outcome> outcomes =
        batch.run(
            jobs,
            o -> {
              if (!options.quiet() || o.agreement() != Agreement.AS_EXPECTED) {
                out.println(lines.of(o));
                out.flush();
              }
            });
    batch.failures().forEach(e -> Failures.print(e, err));
    failed = !batch.failures().isEmpty();
    interrupted = batch.wasInterrupted();
    if (outcomes.isEmpty()) {
      err.println("hangproof: nothing ran: no chosen case speaks of a chosen memory model");
    } else if (!options.quiet() && outcomes.size() > 1) {
      out.println(OutcomeLines.summary(outcomes));
    }
    out.flush();
    err.flush();
    return outcomes;
  }

  /**
   * The same outcomes, but each violation at the least bounds at which it is still there. Those are
   * checked without progress; an interrupt ends it with what was found until then.
   */
  List<Outcome> smallest(List<Outcome> outcomes, RecordedCounts recorded) {
    Checker checker = options.checker(recorded, Progress.SILENT);
    List<Outcome> all = new ArrayList<>();
    for (Outcome o : outcomes) {
      if (o.result().verdict() != Verdict.SOMETIMES || interrupted) {
        all.add(o);
        continue;
      }
      Outcome least = Smallest.of(checker, o);
      interrupted |= Thread.interrupted();
      out.printf("%s  %s  smallest: %s%n", o.testCase().name(), o.model().title(), least.bounds());
      out.flush();
      all.add(least);
    }
    return all;
  }

  /** Prints what stands below the lines of the searches. */
  void print(String text) {
    out.print(text);
    out.flush();
  }

  /**
   * Prints the race reports: of violations that were not expected, or of all.
   *
   * @param full in full
   * @param dir where their traces are, null if nowhere
   */
  void show(WitnessFiles witnesses, boolean all, boolean full, Path dir) {
    for (Outcome o : witnesses.outcomes()) {
      if (all || (o.agreement() == Agreement.UNEXPECTED && !options.quiet())) {
        out.println();
        String name = dir == null ? null : dir.toString();
        out.print(full ? witnesses.fullMail(o, name) : witnesses.mail(o, name));
      }
    }
    out.flush();
  }

  /** Prints the execution graphs that violate something: no order of steps explains them. */
  void showGraphs(List<Outcome> outcomes) {
    for (Outcome o : outcomes) {
      if (o.result().graph() != null) {
        out.println();
        out.println(o.testCase().name() + " under " + o.model().title());
        out.println(o.result().graph().claim());
        out.print(o.result().graph().text());
      }
    }
    out.flush();
  }

  boolean interrupted() {
    return interrupted;
  }

  /** As if no counts were recorded. */
  int exitCodeButForDrift(List<Outcome> outcomes) {
    return exitCode(
        outcomes.stream().filter(o -> o.agreement() != Agreement.DRIFTED).toList(),
        outcomes.isEmpty());
  }

  int exitCode(List<Outcome> outcomes) {
    return exitCode(outcomes, outcomes.isEmpty());
  }

  private int exitCode(List<Outcome> judged, boolean nothingRan) {
    if (failed) {
      return ExitCode.INTERNAL;
    }
    return judged.isEmpty() && !nothingRan ? ExitCode.AS_EXPECTED : ExitCode.of(judged);
  }
}
