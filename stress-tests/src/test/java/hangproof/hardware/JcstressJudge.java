// SPDX-License-Identifier: GPL-2.0-only
package hangproof.hardware;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import hangproof.engine.report.AsideWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.infra.runners.TestList;

/**
 * Judges what {@link JcstressRun} left. If it is content it leaves a file, without which the build
 * fails in its verify phase.
 *
 * <p>JCStress ends well when no test ran, when a test could not be scheduled, and when an outcome
 * that shows the bug is gone. So the judge counts.
 */
public final class JcstressJudge {
  private final Collection<String> planned;
  private final Map<String, MustShow> mustShow;
  private final boolean longRun;

  /**
   * A judge.
   *
   * @param planned the tests that should have run
   * @param mustShow by test, what it has to show
   * @param longRun whether that holds of rare outcomes too
   */
  JcstressJudge(Collection<String> planned, Map<String, MustShow> mustShow, boolean longRun) {
    this.planned = planned;
    this.mustShow = mustShow;
    this.longRun = longRun;
  }

  /** Takes no arguments: see {@link Settings}. */
  public static void main(String[] args) throws IOException, ClassNotFoundException {
    Settings settings = Settings.fromSystemProperties();
    List<JcstressResult> results = JcstressResult.read(settings.work());
    List<LincheckResult> lincheck = LincheckResult.take(settings.lincheck());
    Summary summary = new Summary(results, lincheck, settings.longRun());
    summary.write(settings.results().resolve("hardware.json"));
    AsideWriter.write(settings.results().resolve("hardware.html"), summary.page());
    if (settings.skip()) {
      System.out.println(
          "JCSTRESS DID NOT RUN (hangproof.jcstress.skip): nothing is known of this processor.");
      Files.createFile(settings.passed());
      return;
    }
    summary.lines().forEach(System.out::println);
    List<String> complaints = forTestsNamed(settings.tests(), settings.longRun()).judge(results);
    if (complaints.isEmpty()) {
      Files.createFile(settings.passed());
      return;
    }
    complaints.forEach(complaint -> System.out.println("JCSTRESS: " + complaint));
    System.out.println("JCSTRESS: its own words are in " + settings.log());
  }

  private static JcstressJudge forTestsNamed(String regex, boolean longRun)
      throws ClassNotFoundException {
    Pattern pattern = Pattern.compile(regex);
    Set<String> planned = new TreeSet<>();
    Map<String, MustShow> mustShow = new TreeMap<>();
    for (String test : TestList.tests()) {
      if (pattern.matcher(test).find()) {
        planned.add(test);
        MustShow must =
            Class.forName(TestList.getInfo(test).binaryName()).getAnnotation(MustShow.class);
        if (must != null) {
          mustShow.put(test, must);
        }
      }
    }
    return new JcstressJudge(planned, mustShow, longRun);
  }

  /** What is wrong with the results, a sentence each; nothing if nothing is. */
  List<String> judge(List<JcstressResult> results) {
    if (planned.isEmpty()) {
      return List.of("no test has such a name (hangproof.jcstress.tests)");
    }
    if (results.isEmpty()) {
      return List.of(
          "no test ran (each needs two processors; -Dhangproof.jcstress.skip=true builds without)");
    }
    List<String> complaints = new ArrayList<>();
    Map<String, List<JcstressResult>> byTest =
        results.stream().collect(groupingBy(JcstressResult::test, TreeMap::new, toList()));
    Set<String> configurations = new TreeSet<>();
    results.forEach(r -> configurations.add(r.configuration()));
    for (String test : planned) {
      List<JcstressResult> own = byTest.getOrDefault(test, List.of());
      if (own.isEmpty()) {
        complaints.add(test + " did not run");
        continue;
      }
      Set<String> skipped = new TreeSet<>(configurations);
      own.forEach(r -> skipped.remove(r.configuration()));
      skipped.forEach(c -> complaints.add(test + " did not run with " + c));
      for (JcstressResult result : own) {
        complaints.addAll(judge(result));
      }
      MustShow must = mustShow.get(test);
      if (must != null && (longRun || !must.onlyWhenLong()) && count(own, must.value()) == 0) {
        complaints.add(
            test
                + " never showed \""
                + must.value()
                + "\", which it is there to show; a longer run (-Dhangproof.jcstress.time="
                + "MILLISECONDS) tells whether it is gone or this machine was too busy");
      }
    }
    return complaints;
  }

  private static List<String> judge(JcstressResult result) {
    String where = result.test() + " with " + result.configuration();
    if (result.error() != null) {
      return List.of(where + " failed: " + result.error());
    }
    if (result.samples() == 0) {
      return List.of(where + " took no samples");
    }
    return result.outcomes().stream()
        .filter(o -> o.count() > 0)
        .filter(o -> o.expectation() == Expect.FORBIDDEN || o.expectation() == Expect.UNKNOWN)
        .map(
            o ->
                where
                    + " showed \""
                    + o.id()
                    + "\" "
                    + o.count()
                    + " times, which is forbidden: "
                    + o.description())
        .toList();
  }

  private static long count(List<JcstressResult> results, String outcome) {
    return results.stream()
        .flatMap(r -> r.outcomes().stream())
        .filter(o -> o.id().equals(outcome))
        .mapToLong(JcstressResult.Outcome::count)
        .sum();
  }
}
