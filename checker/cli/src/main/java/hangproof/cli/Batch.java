// SPDX-License-Identifier: MIT
package hangproof.cli;

import hangproof.engine.cases.Checker;
import hangproof.engine.cases.Outcome;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Searches, one after the other. Whatever happens to one of them, there is an outcome for each: an
 * interrupt or a failure makes it Unknown, with the reason.
 */
final class Batch {
  private final Checker checker;
  private final ProgressLine progress;
  private final List<Throwable> failures = new ArrayList<>();
  private boolean interrupted;

  /**
   * @param progress may be null
   */
  Batch(Checker checker, ProgressLine progress) {
    this.checker = checker;
    this.progress = progress;
  }

  /** Runs all of them; each outcome is told as soon as it is there. */
  List<Outcome> run(List<Job> jobs, Consumer<Outcome> tell) {
    List<Outcome> outcomes = new ArrayList<>();
    for (Job job : jobs) {
      Outcome outcome = interrupted() ? unknown(job, "interrupted before it began") : check(job);
      if (progress != null) {
        progress.clear();
      }
      outcomes.add(outcome);
      tell.accept(outcome);
    }
    return outcomes;
  }

  /** Failures of the program itself. */
  List<Throwable> failures() {
    return failures;
  }

  boolean wasInterrupted() {
    return interrupted;
  }

  /** Remembers an interrupt and clears it: what is printed and written afterwards must not fail. */
  private boolean interrupted() {
    interrupted |= Thread.interrupted();
    return interrupted;
  }

  private Outcome check(Job job) {
    if (progress != null) {
      progress.begin(job);
    }
    try {
      return checker.check(job.testCase(), job.model(), job.bounds());
    } catch (OutOfMemoryError e) {
      return unknown(job, "the heap is full: give --memory less, or java -Xmx more");
    } catch (UncheckedIOException e) {
      failures.add(e);
      return unknown(job, e.getCause().getMessage());
    } catch (RuntimeException | StackOverflowError e) {
      if (interrupted()) {
        return unknown(job, "interrupted");
      }
      failures.add(e);
      return unknown(job, "internal error: " + e);
    } finally {
      interrupted();
    }
  }

  private static Outcome unknown(Job job, String reason) {
    return Outcome.unknown(job.testCase(), job.model(), job.bounds(), reason);
  }
}
