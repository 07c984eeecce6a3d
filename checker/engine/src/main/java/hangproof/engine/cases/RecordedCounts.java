// SPDX-License-Identifier: MIT
package hangproof.engine.cases;

import hangproof.engine.MemoryModel;
import hangproof.engine.explorer.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What earlier searches counted: a search that counts otherwise today has changed, or its port has.
 *
 * <p>A table of tab-separated columns: case, model, bounds, verdict, states, steps, depth,
 * terminals, stall states, steps of the witness.
 */
public final class RecordedCounts {
  private static final String HEADER =
      "case\tmodel\tbounds\tverdict\tstates\tsteps\tdepth\tterminals\tstallStates\twitness";

  private final Map<String, String> rows = new TreeMap<>();

  /** Nothing is recorded yet. */
  public RecordedCounts() {}

  static RecordedCounts read(Class<?> beside, String resource) {
    RecordedCounts counts = new RecordedCounts();
    try (InputStream in = beside.getResourceAsStream(resource)) {
      if (in != null) {
        new String(in.readAllBytes(), StandardCharsets.UTF_8)
            .lines()
            .filter(line -> !line.isBlank() && !line.equals(HEADER))
            .forEach(counts::addLine);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + resource, e);
    }
    return counts;
  }

  static RecordedCounts merge(List<RecordedCounts> all) {
    RecordedCounts merged = new RecordedCounts();
    all.forEach(c -> merged.rows.putAll(c.rows));
    return merged;
  }

  private void addLine(String line) {
    String[] columns = line.split("\t", 4);
    if (columns.length < 4) {
      throw new IllegalArgumentException("recorded counts: '" + line + "' has too few columns");
    }
    rows.put(columns[0] + "\t" + columns[1] + "\t" + columns[2], columns[3]);
  }

  /** The counts recorded for a case at these bounds, as one string; null if there are none. */
  public String find(String name, MemoryModel model, Bounds bounds) {
    return rows.get(key(name, model, bounds));
  }

  /** Replaces what is recorded for an outcome. */
  public void record(Outcome outcome) {
    rows.put(key(outcome.testCase().name(), outcome.model(), outcome.bounds()), countsOf(outcome));
  }

  /**
   * These counts with those of a new run in their place, without any of a case, model or bounds
   * that are gone.
   */
  public RecordedCounts with(List<Outcome> outcomes, Cases cases) {
    RecordedCounts counts = new RecordedCounts();
    for (Case c : cases.all()) {
      for (Bounds bounds : c.expectedBounds()) {
        for (MemoryModel model : c.expectedModels(bounds)) {
          String old = find(c.name(), model, bounds);
          if (old != null) {
            counts.rows.put(key(c.name(), model, bounds), old);
          }
        }
      }
    }
    outcomes.stream().filter(o -> o.result().verdict() != Verdict.UNKNOWN).forEach(counts::record);
    return counts;
  }

  private static String key(String name, MemoryModel model, Bounds bounds) {
    return name + "\t" + model.key() + "\t" + bounds;
  }

  /** The counts of an outcome, in the same form. */
  public static String countsOf(Outcome o) {
    return String.join(
        "\t",
        o.result().verdict().toString(),
        Long.toString(o.result().states()),
        Long.toString(o.result().steps()),
        Integer.toString(o.result().depth()),
        Long.toString(o.result().terminals()),
        Long.toString(o.result().stallStates()),
        o.result().witness() == null ? "-" : Integer.toString(o.result().witness().steps()));
  }

  /** The table as text. */
  public String text() {
    StringBuilder text = new StringBuilder(HEADER).append('\n');
    rows.forEach((key, counts) -> text.append(key).append('\t').append(counts).append('\n'));
    return text.toString();
  }
}
