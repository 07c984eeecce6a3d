// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import hangproof.engine.trace.Frame;
import hangproof.engine.trace.ReplayedRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Where the code of a run stands, in C and in Java. */
final class SourceLines {
  private static final int MOST = 8;
  private static final int LAST = 4;

  private SourceLines() {}

  /** For each kernel version, the files that the run went through. */
  static List<String> files(ReplayedRun run) {
    Map<String, Set<String>> files = new TreeMap<>();
    run.events().forEach(e -> e.stack().forEach(f -> add(files, f)));
    run.ends().forEach(e -> e.stack().forEach(f -> add(files, f)));
    return files.entrySet().stream()
        .map(e -> e.getKey() + " " + String.join(" ", e.getValue()))
        .toList();
  }

  private static void add(Map<String, Set<String>> files, Frame f) {
    if (f.kernelFile() != null) {
      files.computeIfAbsent(f.kernelVersion(), v -> new TreeSet<>()).add(name(f.kernelFile()));
    }
  }

  private static String name(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /**
   * The lines of the reads that matter and of what later changed what they saw; if no read is
   * marked, of the last accesses.
   */
  static List<String> of(List<Item> items) {
    return of(items, MOST, LAST);
  }

  /** The same of the last read that matters; if no read is marked, of the last access. */
  static List<String> ofMarked(List<Item> items) {
    int last = -1;
    for (int i = 0; i < items.size(); i++) {
      last = items.get(i).marked() ? i : last;
    }
    List<Item> one = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      Item item = items.get(i);
      boolean other = item.marked() && i != last;
      one.add(other ? item.unmark() : item);
    }
    return of(one, MOST, 1);
  }

  private static List<String> of(List<Item> items, int most, int unmarked) {
    Set<Integer> chosen = new TreeSet<>();
    for (int i = 0; i < items.size(); i++) {
      if (items.get(i).marked()) {
        chosen.add(i);
        int change = laterChange(items, i);
        if (change >= 0) {
          chosen.add(change);
        }
      }
    }
    if (chosen.isEmpty()) {
      for (int i = Math.max(0, items.size() - unmarked); i < items.size(); i++) {
        chosen.add(i);
      }
    }
    List<String> lines = new ArrayList<>();
    for (int i : chosen) {
      if (lines.size() < most && !items.get(i).path().isEmpty()) {
        lines.add(line(items.get(i).number(), items.get(i).path()));
      }
    }
    return lines;
  }

  private static int laterChange(List<Item> items, int look) {
    for (int i = look + 1; i < items.size(); i++) {
      boolean sameCell = items.get(look).event().cell().equals(items.get(i).event().cell());
      if (sameCell && items.get(i).changes()) {
        return i;
      }
    }
    return -1;
  }

  private static String line(int number, List<Frame> path) {
    Frame java = path.get(path.size() - 1);
    Frame c = null;
    for (Frame f : path) {
      c = f.kernelFile() == null ? c : f;
    }
    String place = number + " " + java.function() + "()";
    if (c != null) {
      place += " " + name(c.kernelFile()) + ":" + c.kernelLine();
    }
    return place + " " + java.javaFile() + ":" + java.javaLine();
  }
}
