// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.restarts;

import hangproof.engine.cases.Bounds;
import hangproof.machine.Machine;
import hangproof.machine.Program;
import hangproof.machine.Role;
import hangproof.model.reduced.FirstTheory;
import hangproof.model.reduced.RestartsReduced;

/** The roles around the reduced port: submitters, interrupts, a kworker. */
public final class ReducedProgram {
  /** Makes a version of the protocol; runners are the threads that may ask for a budget. */
  @FunctionalInterface
  public interface Version {
    RestartsReduced on(Machine machine, int queue_depth, int requests, int runners);
  }

  private ReducedProgram() {}

  static Program build(Machine machine, Version version, Bounds bounds) {
    return build(
        machine,
        version,
        bounds.get("submitters"),
        bounds.get("requests"),
        bounds.get("completers"),
        bounds.get("depth"));
  }

  /** So many submitters, requests of each, interrupts; a device of that depth. */
  public static Program build(
      Machine machine, Version version, int submitters, int each, int completers, int depth) {
    int requests = submitters * each;
    RestartsReduced port = version.on(machine, depth, requests, submitters + 1);
    Program program = new Program(machine);
    if (port instanceof FirstTheory theory) {
      program.reaches(
          "a completion that saw a refusal found nothing to run",
          memory -> memory.get(theory.ran_for_nothing) > 0);
    }
    return program
        .roles(
            submitters,
            "submit",
            n -> {
              port.submit();
              return n + 1 < each ? n + 1 : Role.END;
            })
        .roles(
            completers,
            "irq",
            n -> {
              port.complete();
              return 0;
            })
        .role(
            "kworker",
            n -> {
              port.run_work_fn();
              return 0;
            })
        .completion(
            "all " + requests + " requests are done", memory -> memory.get(port.done) == requests)
        .returned("every budget", memory -> memory.get(port.device_busy()) == 0);
  }
}
