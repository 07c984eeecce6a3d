// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import hangproof.engine.trace.TraceEvent;
import hangproof.machine.Fence;
import hangproof.machine.Op;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a role did to a cell, in a few characters. */
final class AccessText {
  /** What stands before the cell, and the first structure in its name. */
  private static final Pattern STRUCTURE = Pattern.compile("((?:[A-Za-z]+ )?)([A-Za-z_]\\w*\\.)");

  private AccessText() {}

  static String of(TraceEvent e) {
    return switch (e.kind()) {
      case FENCE -> fence(e.what());
      case CHOICE -> "chooses " + e.result();
      case PUSH -> "W " + assigned(e) + " (buffered)";
      case FLUSH -> assigned(e) + " reaches memory";
      case READ -> "R " + e.cell() + "=" + e.before() + (e.forwarded() ? " (own buffer)" : "");
      case WRITE -> e.what().equals(Op.UNLOCK.name()) ? "unlock " + e.cell() : "W " + assigned(e);
      case RMW, UPDATE -> changed(e);
    };
  }

  private static String assigned(TraceEvent e) {
    return e.cell() + "=" + e.after();
  }

  private static String changed(TraceEvent e) {
    if (e.what().equals(Op.LOCK.name())) {
      return "lock " + e.cell();
    }
    return e.before().equals(e.after()) ? e.cell() + " stays " + e.after() : change(e);
  }

  /** Without the structure that the cell lies in, and then without the middle, if it is long. */
  static String shorten(String access, int width) {
    String shorter = access;
    while (shorter.length() > width) {
      Matcher m = STRUCTURE.matcher(shorter);
      if (!m.lookingAt()) {
        return Text.shorten(shorter, width);
      }
      shorter = shorter.substring(0, m.start(2)) + shorter.substring(m.end(2));
    }
    return shorter;
  }

  static String change(TraceEvent e) {
    return e.cell() + " " + e.before() + " -> " + e.after();
  }

  private static String fence(String name) {
    return switch (Fence.valueOf(name)) {
      case BEFORE_ATOMIC -> "smp_mb__before_atomic()";
      case AFTER_ATOMIC -> "smp_mb__after_atomic()";
      case MB, RMB, WMB -> "smp_" + name.toLowerCase(Locale.ROOT) + "()";
    };
  }
}
