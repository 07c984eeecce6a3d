// SPDX-License-Identifier: MIT
package hangproof.cli;

import hangproof.engine.trace.Frame;
import hangproof.engine.trace.ReplayedRun;
import hangproof.engine.trace.RoleEnd;
import hangproof.engine.trace.TraceEvent;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Steps of a run in words: who, in which function, does what to which cell. */
final class StepWords {
  private final ReplayedRun run;

  StepWords(ReplayedRun run) {
    this.run = run;
  }

  /** Such as {@code step 41, irq1 in scsi_run_queue_async(): sdev.restarts 1 -> 0}. */
  String of(int step) {
    return words(step, main(step, Set.of()));
  }

  /** The same, about the access that the other step has to do with. */
  String of(int step, int other) {
    Set<String> cells = new HashSet<>();
    accesses(other).forEach(e -> cells.add(e.cell()));
    return words(step, main(step, cells));
  }

  private String words(int step, TraceEvent event) {
    return "step " + step + ", " + run.roles().get(event.role()) + in(event.stack()) + what(event);
  }

  private List<TraceEvent> accesses(int step) {
    return run.events().stream().filter(e -> e.step() == step && e.cell() != null).toList();
  }

  /** Of the accesses of a step the one to one of these cells, or the first that is not counting. */
  private TraceEvent main(int step, Set<String> cells) {
    List<TraceEvent> all = run.events().stream().filter(e -> e.step() == step).toList();
    if (all.isEmpty()) {
      throw new IllegalArgumentException("the run has no step " + step);
    }
    return accesses(step).stream()
        .min(
            Comparator.comparing((TraceEvent e) -> !cells.contains(e.cell()))
                .thenComparing(e -> isGhost(e.cell())))
        .orElse(all.get(0));
  }

  private boolean isGhost(String cell) {
    return run.memory().stream().anyMatch(c -> c.cell().equals(cell) && c.ghost());
  }

  /** Where a role sleeps at the end. */
  String asleep(int role) {
    for (RoleEnd end : run.ends()) {
      if (end.role() == role && !end.ended()) {
        String function =
            end.stack().isEmpty() ? "" : " in " + end.stack().get(0).function() + "()";
        return run.roles().get(role) + function + ", until " + end.cell() + " is " + end.operand();
      }
    }
    return run.roles().get(role);
  }

  String name(int role) {
    return run.roles().get(role);
  }

  private static String in(List<Frame> stack) {
    return stack.isEmpty() ? ": " : " in " + stack.get(0).function() + "(): ";
  }

  private static String what(TraceEvent e) {
    if (e.cell() == null) {
      return e.what();
    }
    return switch (e.kind()) {
      case READ -> "reads " + e.cell() + "=" + e.before();
      case PUSH -> e.cell() + "=" + e.after() + " goes into the store buffer";
      case FLUSH -> e.cell() + "=" + e.after() + " reaches memory";
      default ->
          e.before().equals(e.after())
              ? "finds " + e.cell() + "=" + e.before()
              : e.cell() + " " + e.before() + " -> " + e.after();
    };
  }
}
