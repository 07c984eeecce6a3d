// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import hangproof.engine.trace.CellValue;
import hangproof.engine.trace.ReplayedRun;
import hangproof.engine.trace.RoleEnd;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Says in a few sentences why a run is bad: who waits for what, and what memory holds. */
final class Reason {
  private Reason() {}

  static String of(ReplayedRun run, boolean hang, boolean terminal) {
    List<String> sentences = new ArrayList<>();
    if (hang) {
      sentences.add(
          terminal ? "Nothing can move." : "No run from here completes, whoever moves next.");
      groups(run).forEach((what, roles) -> sentences.add(sentence(roles, what)));
    }
    List<String> changed =
        run.memory().stream()
            .filter(c -> !c.value().equals(c.initial()))
            .map(c -> c.cell() + "=" + c.value())
            .toList();
    if (!changed.isEmpty()) {
      sentences.add("Memory at the end: " + String.join(", ", changed) + ".");
    }
    return String.join(" ", sentences);
  }

  /** The roles that are in the same place, by what is to be said of them. */
  private static Map<String, List<String>> groups(ReplayedRun run) {
    Map<String, List<String>> groups = new LinkedHashMap<>();
    for (RoleEnd end : run.ends()) {
      groups
          .computeIfAbsent(what(end, run), w -> new ArrayList<>())
          .add(run.roles().get(end.role()));
    }
    return groups;
  }

  /** The first form is for one role, the second for several. */
  private static String sentence(List<String> roles, String what) {
    boolean one = roles.size() == 1;
    String verb =
        what.replace("{waits}", one ? "waits" : "wait").replace("{has}", one ? "has" : "have");
    String is = verb.replace("{is}", one ? "is" : "are");
    return Text.list(roles) + " " + is + ".";
  }

  private static String what(RoleEnd end, ReplayedRun run) {
    if (end.ended()) {
      return "{has} returned";
    }
    String in = end.stack().isEmpty() ? "" : " in " + end.stack().get(0).function() + "()";
    return end.blocked() ? "{waits}" + in + " " + until(end, run) : "{is}" + in + ", able to go on";
  }

  private static String until(RoleEnd end, ReplayedRun run) {
    String cell = end.cell();
    String now = " (it is " + value(run, cell) + ")";
    return switch (end.what()) {
      case "LOCK" -> "for " + cell;
      case "AWAIT_EQ", "AWAIT_CLAIM" -> "until " + cell + " is " + end.operand() + now;
      case "AWAIT_NE" -> "until " + cell + " is not " + end.operand() + " any more";
      case "AWAIT_REPLACE" -> "until " + cell + " is not " + end.operand() + now;
      case "AWAIT_DEC" -> "until " + cell + " is positive" + now;
      case "AWAIT_POP" -> "until " + cell + " is not empty";
      default -> "for " + cell;
    };
  }

  private static String value(ReplayedRun run, String cell) {
    return run.memory().stream()
        .filter(c -> c.cell().equals(cell))
        .map(CellValue::value)
        .findFirst()
        .orElse("?");
  }
}
