// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import hangproof.engine.cases.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The traces and race reports of all violations that were found, and where they are kept. */
public final class WitnessFiles {
  private final Map<String, Outcome> outcomes = new LinkedHashMap<>();
  private final Map<String, TraceFile> traces = new LinkedHashMap<>();
  private final Map<String, List<ModelVerdict>> verdicts = new LinkedHashMap<>();

  /**
   * Makes the traces.
   *
   * @param all all outcomes of a run, so that a report can tell what came out under other models
   */
  public WitnessFiles(List<Outcome> all) {
    for (Outcome o : all) {
      if (o.result().witness() != null) {
        outcomes.put(key(o), o);
        traces.put(key(o), Traces.of(o, all));
      } else if (o.result().graph() != null) {
        outcomes.put(key(o), o);
        verdicts.put(key(o), ModelVerdict.of(o, all));
      }
    }
  }

  /** Case and model, and what differs from the usual bounds. */
  private static String key(Outcome o) {
    StringBuilder key = new StringBuilder(o.testCase().name() + "/" + o.model().key());
    Map<String, Integer> usual = o.testCase().usualBounds().values();
    o.bounds()
        .values()
        .forEach(
            (name, value) -> {
              if (!value.equals(usual.get(name))) {
                key.append('-').append(name).append(value);
              }
            });
    return key.toString();
  }

  /** The outcomes that have a witness: a run, which is a trace to replay, or an execution graph. */
  public List<Outcome> outcomes() {
    return List.copyOf(outcomes.values());
  }

  /** Whether an outcome has a race report. */
  public boolean has(Outcome o) {
    return outcomes.containsKey(key(o));
  }

  /** Whether it has a trace as well. */
  public boolean hasTrace(Outcome o) {
    return traces.containsKey(key(o));
  }

  /** The trace of an outcome that has one. */
  public TraceFile trace(Outcome o) {
    return traces.get(key(o));
  }

  /**
   * The short race report of an outcome that has a witness, for a mail.
   *
   * @param dir where the trace is kept, as the report names it; null if nowhere
   */
  public String mail(Outcome o, String dir) {
    return hasTrace(o)
        ? MailReport.text(trace(o), file(dir, o))
        : GraphMailReport.text(o, verdicts.get(key(o)), false);
  }

  /** The same in full. */
  public String fullMail(Outcome o, String dir) {
    return hasTrace(o)
        ? MailReport.full(trace(o), file(dir, o))
        : GraphMailReport.text(o, verdicts.get(key(o)), true);
  }

  private static String file(String dir, Outcome o) {
    return dir == null ? null : dir + "/" + key(o) + ".json";
  }

  /** Where the trace is kept. */
  public Path json(Path dir, Outcome o) {
    return dir.resolve(key(o) + ".json");
  }

  /** Where the race report is kept. */
  public Path text(Path dir, Outcome o) {
    return dir.resolve(key(o) + ".txt");
  }

  /** Where the page of the race is kept. */
  public Path page(Path dir, Outcome o) {
    return dir.resolve(key(o) + ".html");
  }

  /** The page of a race, with a link to the index of the directory if it has one. */
  private String page(Outcome o, String dir, boolean indexed) {
    String index = indexed ? "../".repeat(key(o).split("/", -1).length - 1) + "index.html" : null;
    return hasTrace(o)
        ? RacePage.text(trace(o), file(dir, o), index)
        : RacePage.text(o, verdicts.get(key(o)), mail(o, dir), index);
  }

  /** The file to replay: a trace or an execution graph. */
  public Path file(Path dir, Outcome o) {
    return json(dir, o);
  }

  /** Writes all of them: mail text, page, and trace if there is one. */
  public void write(Path dir) throws IOException {
    AsideWriter writer = new AsideWriter();
    addTo(writer, dir, dir.toString(), false);
    writer.commit();
  }

  /**
   * Adds all of them; the reports call the directory by that name.
   *
   * @param indexed whether there is an index to link to
   */
  void addTo(AsideWriter writer, Path dir, String name, boolean indexed) {
    for (Outcome o : outcomes()) {
      writer.add(page(dir, o), page(o, name, indexed));
      writer.add(text(dir, o), mail(o, name));
      writer.add(json(dir, o), hasTrace(o) ? Traces.json(trace(o)) : GraphFile.of(o).json());
    }
  }
}
