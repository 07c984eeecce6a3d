// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import hangproof.engine.trace.Frame;
import hangproof.engine.trace.ReplayedRun;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Where the code of a run stands, in C and in Java. */
final class SourceLines {
  private static final int MOST = 8;
  private static final int LAST = 4;

  private SourceLines() {}

  /** The kernel versions and files that the run went through. */
  static List<String> files(ReplayedRun run) {
    Set<String> files = new LinkedHashSet<>();
    run.events().forEach(e -> e.stack().forEach(f -> add(files, f)));
    run.ends().forEach(e -> e.stack().forEach(f -> add(files, f)));
    return List.copyOf(new TreeSet<>(files));
  }

  private static void add(Set<String> files, Frame f) {
    if (f.kernelFile() != null) {
      files.add(f.kernelVersion() + " " + f.kernelFile());
    }
  }

  /**
   * The lines of the reads that matter and of what later changed what they saw; if no read is
   * marked, of the last accesses.
   */
  static List<String> of(List<Item> items) {
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
      for (int i = Math.max(0, items.size() - LAST); i < items.size(); i++) {
        chosen.add(i);
      }
    }
    List<String> lines = new ArrayList<>();
    for (int i : chosen) {
      if (lines.size() < MOST && !items.get(i).path().isEmpty()) {
        lines.add(line(i + 1, items.get(i).path()));
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
      String file = c.kernelFile().substring(c.kernelFile().lastIndexOf('/') + 1);
      place += " " + file + ":" + c.kernelLine();
    }
    return place + " " + java.javaFile() + ":" + java.javaLine();
  }
}
