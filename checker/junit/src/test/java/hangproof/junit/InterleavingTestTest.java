// SPDX-License-Identifier: MIT
package hangproof.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.testkit.engine.EventConditions.displayName;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.fileEntry;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.suppressed;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.engine.OutputDirectoryCreator;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.reporting.FileEntry;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Runs the test classes of {@link Subjects} and looks how they end. */
final class InterleavingTestTest {
  @TempDir private Path dir;

  private EngineExecutionResults run(Class<?> subject) {
    return EngineTestKit.engine("junit-jupiter")
        .selectors(selectClass(subject))
        .outputDirectoryCreator(new IntoDir())
        .execute();
  }

  /** Each test has a directory of its own in {@link #dir}. */
  private final class IntoDir implements OutputDirectoryCreator {
    @Override
    public Path getRootDirectory() {
      return dir;
    }

    @Override
    public Path createOutputDirectory(TestDescriptor test) throws IOException {
      return Files.createTempDirectory(dir, "test");
    }
  }

  private void assertFails(Class<?> subject, Predicate<String> message) {
    run(subject)
        .testEvents()
        .assertStatistics(s -> s.started(1).failed(1))
        .failed()
        .assertThatEvents()
        .haveExactly(1, event(finishedWithFailure(message(message))));
  }

  private void assertNothingStarts(Class<?> subject, String message) {
    EngineExecutionResults results = run(subject);
    results.testEvents().assertStatistics(s -> s.started(0));
    results
        .containerEvents()
        .failed()
        .assertThatEvents()
        .haveExactly(1, event(finishedWithFailure(message(m -> m.contains(message)))));
  }

  @Test
  void oneInvocationForEachCaseAndModelWithAReadableName() {
    EngineExecutionResults results = run(Subjects.Good.class);
    results.testEvents().assertStatistics(s -> s.started(8).succeeded(8));
    for (String name :
        List.of(
            "wakeup/looks-first under SC: Sometimes (IO hang)",
            "wakeup/announces-first under SC: Never",
            "wakeup/announces-first under x86-TSO: Sometimes (IO hang)",
            "wakeup/looks-first under SC at wakers=2: Sometimes (IO hang)")) {
      results.testEvents().started().assertThatEvents().haveExactly(1, event(displayName(name)));
    }
  }

  @Test
  void withoutANameAllCasesRun() {
    run(Subjects.All.class).testEvents().assertStatistics(s -> s.started(7).succeeded(7));
  }

  @Test
  void theRaceReportIsTheMessage() {
    assertFails(
        Subjects.Unexpected.class,
        m ->
            m.startsWith("wakeup/looks-first under SC: expected Never, but:\n\nRACE wakeup/")
                && m.contains("prepare_to_wait()  R condition=0 !"));
  }

  @Test
  void theRaceReportIsAttachedWhetherExpectedOrNot() throws IOException {
    EngineExecutionResults results = run(Subjects.Good.class);
    results
        .testEvents()
        .fileEntryPublished()
        .assertThatEvents()
        .haveExactly(1, event(fileEntry(isReport("wakeup-announces-first-tso.txt"))));
  }

  @Test
  void whereNothingCanBeAttachedTheVerdictIsTheSame() {
    EngineTestKit.engine("junit-jupiter")
        .selectors(selectClass(Subjects.Unexpected.class))
        .execute()
        .testEvents()
        .failed()
        .assertThatEvents()
        .haveExactly(1, event(finishedWithFailure(message(m -> m.contains("\n\nRACE ")))));
    EngineTestKit.engine("junit-jupiter")
        .selectors(selectClass(Subjects.Good.class))
        .execute()
        .testEvents()
        .assertStatistics(s -> s.succeeded(8));
  }

  private static Predicate<FileEntry> isReport(String name) {
    return entry -> {
      try {
        return entry.getPath().getFileName().toString().equals(name)
            && Files.readString(entry.getPath()).startsWith("RACE ");
      } catch (IOException e) {
        return false;
      }
    };
  }

  @Test
  void aViolationFailsWhereNothingIsExpected() {
    assertFails(Subjects.OtherBounds.class, m -> m.contains("expected no violation, but:\n\nRACE"));
  }

  @Test
  void aMissedViolationFails() {
    run(Subjects.Missed.class)
        .testEvents()
        .assertStatistics(s -> s.started(2).failed(2))
        .failed()
        .assertThatEvents()
        .haveExactly(
            2,
            event(
                finishedWithFailure(
                    message(m -> m.contains("expected Sometimes (IO hang), but nothing")))));
  }

  @Test
  void unknownFails() {
    assertFails(Subjects.OutOfTime.class, m -> m.contains("Unknown: the time limit"));
  }

  @Test
  void aCaseMadeByTheTestIsChecked() {
    assertFails(Subjects.Own.class, m -> m.startsWith("wrong/unexpected under SC: expected Never"));
  }

  @Test
  void aFailureOfTheBodyComesFirst() {
    run(Subjects.BodyFails.class)
        .testEvents()
        .failed()
        .assertThatEvents()
        .haveExactly(
            1,
            event(
                finishedWithFailure(
                    message("the body's own: Sometimes"),
                    suppressed(0, message(m -> m.contains("RACE wakeup/looks-first"))))));
  }

  @Test
  void nothingToRunIsAFailure() {
    assertNothingStarts(
        Subjects.NoCase.class,
        "there is no case 'wakeup/look-first'; did you mean wakeup/looks-first");
    assertNothingStarts(Subjects.NoModel.class, "no case matched");
    assertNothingStarts(Subjects.BadBounds.class, "takes 1 to 3");
  }

  @Test
  void carriesItsTag() throws NoSuchMethodException {
    Method method = Subjects.All.class.getDeclaredMethod("all");
    assertThat(AnnotationSupport.findRepeatableAnnotations(method, Tag.class))
        .extracting(Tag::value)
        .containsExactly("interleaving");
  }
}
