// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import hangproof.engine.trace.CellValue;
import hangproof.engine.trace.Frame;
import hangproof.engine.trace.ReplayedRun;
import hangproof.engine.trace.TraceEvent.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The steps of a run as a page shows them: each with its place, its stack, and memory. */
final class PageSteps {
  private final ReplayedRun run;
  private final List<Item> items;
  private final Set<Integer> kept;
  private final List<Integer> lanes;
  private final Map<String, String> memory = new LinkedHashMap<>();
  private final Map<String, String> initial = new LinkedHashMap<>();
  private final List<String> buffers = new ArrayList<>();

  /**
   * @param kept the numbers of the steps that a short view shows
   */
  PageSteps(ReplayedRun run, List<Item> items, Set<Integer> kept) {
    this.run = run;
    this.items = items;
    this.kept = kept;
    this.lanes = items.stream().map(Item::role).distinct().sorted().toList();
    Set<String> ghosts = new HashSet<>();
    run.memory().stream().filter(CellValue::ghost).forEach(c -> ghosts.add(c.cell()));
    for (CellValue c : run.memory()) {
      if (!ghosts.contains(c.cell())) {
        initial.put(c.cell(), c.initial());
      }
    }
    memory.putAll(initial);
  }

  /** The roles that take part, a lane each. */
  List<String> lanes() {
    return lanes.stream().map(r -> run.roles().get(r)).toList();
  }

  List<Step> steps() {
    List<Step> steps = new ArrayList<>();
    memory.putAll(initial);
    int last = -1;
    for (Item item : items) {
      steps.add(step(item, item.role() != last));
      last = item.role();
    }
    return steps;
  }

  private Step step(Item item, boolean turn) {
    Frame java = item.path().isEmpty() ? null : item.path().get(item.path().size() - 1);
    Frame c = null;
    for (Frame f : item.path()) {
      c = f.kernelFile() == null ? c : f;
    }
    String state = state(item);
    return new Step(
        item.number(),
        lanes.indexOf(item.role()),
        run.roles().get(item.role()),
        turn,
        java == null ? "" : java.function() + "()",
        item.access(),
        item.changes(),
        item.marked(),
        !kept.contains(item.number()),
        c == null ? "" : c.kernelFile() + ":" + c.kernelLine() + " (" + c.kernelVersion() + ")",
        java == null ? "" : java.javaFile() + ":" + java.javaLine(),
        stack(item.path()),
        state);
  }

  private static String stack(List<Frame> path) {
    StringBuilder text = new StringBuilder();
    for (int i = path.size() - 1; i >= 0; i--) {
      Frame f = path.get(i);
      text.append(f.function()).append("()");
      if (f.kernelFile() != null) {
        String file = f.kernelFile();
        text.append("  ").append(file.substring(file.lastIndexOf('/') + 1));
        text.append(':').append(f.kernelLine());
      }
      text.append("  ").append(f.javaFile()).append(':').append(f.javaLine());
      text.append(i == 0 ? "" : "\n");
    }
    return text.toString();
  }

  /** What is in memory that was not there at first; what this step changes, before and after. */
  private String state(Item item) {
    String cell = item.event().cell();
    String before = cell == null ? null : memory.getOrDefault(cell, "?");
    if (item.event().kind() == Kind.PUSH) {
      buffers.add(run.roles().get(item.role()) + ": " + cell + "=" + item.event().after());
    } else if (item.event().kind() == Kind.FLUSH) {
      buffers.remove(run.roles().get(item.role()) + ": " + cell + "=" + item.event().after());
    }
    if (item.changes()) {
      memory.put(cell, item.event().after());
    }
    List<String> cells = new ArrayList<>();
    memory.forEach(
        (name, value) -> {
          if (name.equals(cell) && !value.equals(before)) {
            cells.add(name + " " + before + " -> " + value);
          } else if (!value.equals(initial.get(name))) {
            cells.add(name + "=" + value);
          }
        });
    String text = cells.isEmpty() ? "as at the start" : String.join(", ", cells);
    return buffers.isEmpty() ? text : text + "; in store buffers: " + String.join(", ", buffers);
  }

  /**
   * A step, for the template.
   *
   * @param turn whether another role moved before
   * @param minor whether a short view leaves it out
   * @param c where the C code stands, empty if there is none
   * @param java where the Java code stands
   */
  public record Step(
      int number,
      int lane,
      String role,
      boolean turn,
      String function,
      String access,
      boolean changes,
      boolean marked,
      boolean minor,
      String c,
      String java,
      String stack,
      String memory) {}
}
