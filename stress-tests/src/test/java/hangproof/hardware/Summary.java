// SPDX-License-Identifier: GPL-2.0-only
package hangproof.hardware;

import com.fasterxml.jackson.databind.ObjectMapper;
import hangproof.engine.report.HardwarePage;
import hangproof.hardware.JcstressResult.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What the hardware showed, over all configurations: for people, and as a file. */
final class Summary {
  private final Map<String, List<Outcome>> outcomes = new TreeMap<>();
  private final Map<String, Integer> configurations = new TreeMap<>();
  private final List<LincheckResult> lincheck;
  private final boolean longRun;

  Summary(List<JcstressResult> jcstress, List<LincheckResult> lincheck, boolean longRun) {
    this.lincheck = lincheck;
    this.longRun = longRun;
    for (JcstressResult result : jcstress) {
      configurations.merge(result.test(), 1, Integer::sum);
      outcomes.merge(result.test(), result.outcomes(), Summary::add);
    }
  }

  private static List<Outcome> add(List<Outcome> some, List<Outcome> others) {
    Map<String, Outcome> sum = new TreeMap<>();
    for (List<Outcome> each : List.of(some, others)) {
      for (Outcome o : each) {
        sum.merge(
            o.id(),
            o,
            (a, b) -> new Outcome(a.id(), a.expectation(), a.count() + b.count(), a.description()));
      }
    }
    return List.copyOf(sum.values());
  }

  /** A line for each test. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("On " + Cpu.name() + ", " + jvm() + ":");
    outcomes.forEach(
        (test, all) -> {
          StringBuilder line = new StringBuilder("  JCStress ").append(shorten(test)).append(":");
          for (Outcome o : all) {
            if (o.count() > 0) {
              line.append(String.format(Locale.ROOT, " \"%s\" %,d", o.id(), o.count()));
            }
          }
          lines.add(line.toString());
        });
    for (LincheckResult result : lincheck) {
      String how = result.found() ? "%s at invocation %,d" : "no %s in %,d sampled invocations";
      lines.add(
          String.format(
              Locale.ROOT,
              "  Lincheck %s: " + how,
              result.test(),
              result.wanted(),
              result.invocations()));
    }
    return lines;
  }

  private static String shorten(String test) {
    return test.substring(test.indexOf("jcstress.") + "jcstress.".length());
  }

  private static String jvm() {
    return System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version");
  }

  /** The same for people: a page beside the index of the results. */
  String page() {
    List<HardwarePage.Shown> tests = new ArrayList<>();
    outcomes.forEach(
        (test, all) ->
            tests.add(
                new HardwarePage.Shown(
                    "JCStress", shorten(test), all.stream().map(Summary::shown).toList())));
    for (LincheckResult result : lincheck) {
      String seen = (result.found() ? "" : "no ") + result.wanted();
      String count = String.format(Locale.ROOT, "%,d invocations", result.invocations());
      String kind = result.found() ? "WANTED" : "SAMPLED";
      tests.add(
          new HardwarePage.Shown(
              "Lincheck", result.test(), List.of(new HardwarePage.Outcome(seen, count, kind, ""))));
    }
    return HardwarePage.text(Cpu.name() + ", " + jvm(), tests);
  }

  private static HardwarePage.Outcome shown(Outcome o) {
    String count = String.format(Locale.ROOT, "%,d", o.count());
    return new HardwarePage.Outcome(o.id(), count, o.expectation().toString(), o.description());
  }

  void write(Path file) throws IOException {
    Map<String, Object> root = new LinkedHashMap<>();
    root.put("cpu", Cpu.name());
    root.put("architecture", System.getProperty("os.arch"));
    root.put("processors", Runtime.getRuntime().availableProcessors());
    root.put("jvm", jvm());
    root.put("long", longRun);
    List<Object> tests = new ArrayList<>();
    outcomes.forEach(
        (test, all) -> {
          Map<String, Object> entry = new LinkedHashMap<>();
          entry.put("test", test);
          entry.put("configurations", configurations.get(test));
          entry.put("outcomes", all);
          tests.add(entry);
        });
    root.put("jcstress", tests.isEmpty() ? "not run" : tests);
    root.put("lincheck", lincheck.isEmpty() ? "not run" : lincheck);
    Files.createDirectories(file.getParent());
    new ObjectMapper().writerWithDefaultPrettyPrinter().writeValue(file.toFile(), root);
  }
}
