// SPDX-License-Identifier: MIT
package org.example.doorbell;

import hangproof.engine.MemoryModel;
import hangproof.engine.cases.Case;
import hangproof.engine.cases.CaseProvider;
import hangproof.engine.cases.Expectation;
import hangproof.engine.explorer.Violation;
import hangproof.machine.Machine;
import hangproof.machine.Program;
import hangproof.machine.Role;
import java.util.List;
import java.util.function.Function;

/** The doorbell with its barriers and without. */
public final class DoorbellCases implements CaseProvider {
  @Override
  public List<Case> cases() {
    return List.of(
        Case.of("doorbell/with-barriers", "what is produced is consumed")
            .expect(Expectation.never())
            .expect(MemoryModel.LKMM, Expectation.never())
            .program((machine, bounds) -> program(machine, Doorbell::new)),
        Case.of("doorbell/without-barriers", "it is consumed without barriers as well")
            .expect(MemoryModel.SC, Expectation.never())
            .expect(MemoryModel.TSO, Expectation.sometimes(Violation.IO_HANG))
            .expect(MemoryModel.LKMM, Expectation.sometimes(Violation.IO_HANG))
            .program((machine, bounds) -> program(machine, NoBarriers::new)));
  }

  private static final class NoBarriers extends Doorbell {
    NoBarriers(Machine machine) {
      super(machine);
    }

    @Override
    protected void barrier() {}
  }

  private static Program program(Machine machine, Function<Machine, Doorbell> version) {
    Doorbell port = version.apply(machine);
    return new Program(machine)
        .role(
            "producer",
            turn -> {
              port.produce();
              return Role.END;
            })
        .role(
            "consumer",
            turn -> {
              port.consume();
              return Role.END;
            })
        .role(
            "bell",
            turn -> {
              port.answer();
              return 0;
            })
        .completion("what is produced is consumed", memory -> memory.get(port.consumed) >= 1);
  }
}
