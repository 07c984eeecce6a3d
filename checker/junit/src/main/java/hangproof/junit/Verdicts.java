// SPDX-License-Identifier: MIT
package hangproof.junit;

import hangproof.engine.cases.Outcome;
import hangproof.engine.cases.RecordedCounts;
import hangproof.engine.report.WitnessFiles;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.MediaType;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.JUnitException;
import org.opentest4j.AssertionFailedError;

/** Says of an outcome whether its test passes, and attaches what there is to read. */
final class Verdicts {
  private final Outcome outcome;
  private final String report;
  private final AssertionFailedError failure;

  Verdicts(Outcome outcome) {
    this.outcome = outcome;
    WitnessFiles witnesses = new WitnessFiles(List.of(outcome));
    this.report = witnesses.has(outcome) ? witnesses.mail(outcome, null) : null;
    this.failure = message().map(AssertionFailedError::new).orElse(null);
  }

  /** What the test fails with, if it does. */
  Optional<AssertionFailedError> failure() {
    return Optional.ofNullable(failure);
  }

  /**
   * Attaches the race report, where there is a race. A verdict must not fail for want of a disk.
   */
  void attachReport(ExtensionContext context) {
    if (report == null) {
      return;
    }
    String name = outcome.testCase().name().replace('/', '-') + "-" + outcome.model().key();
    try {
      context.publishFile(
          name + ".txt", MediaType.TEXT_PLAIN_UTF_8, file -> Files.writeString(file, report));
    } catch (JUnitException e) {
      context.publishReportEntry("race report not attached", String.valueOf(e.getMessage()));
    }
  }

  private Optional<String> message() {
    String name = outcome.testCase().name() + " under " + outcome.model().title();
    return switch (outcome.agreement()) {
      case AS_EXPECTED -> Optional.empty();
      case MISSED ->
          Optional.of(
              name
                  + ": expected "
                  + outcome.expected()
                  + ", but nothing was found in "
                  + outcome.result().states()
                  + " states, which are all");
      case UNEXPECTED -> {
        String expected = outcome.expected() == null ? "no violation" : outcome.expected() + "";
        yield Optional.of(name + ": expected " + expected + ", but:\n\n" + report);
      }
      case UNKNOWN -> Optional.of(name + ": Unknown: " + outcome.result().reason());
      case DRIFTED ->
          Optional.of(
              name
                  + ": the counts have changed; recorded: "
                  + outcome.recorded().replace('\t', ' ')
                  + "; counted: "
                  + RecordedCounts.countsOf(outcome).replace('\t', ' '));
    };
  }
}
