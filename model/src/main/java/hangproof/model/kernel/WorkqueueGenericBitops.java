// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.kernel;

import hangproof.machine.KernelSource;
import hangproof.machine.Machine;

/**
 * Before 415d83249709 (v6.0) on machines that use the generic bit operations: no atomic, hence no
 * order, where the bit is set already.
 */
public class WorkqueueGenericBitops extends Workqueue {
  public WorkqueueGenericBitops(Machine machine, String name) {
    super(machine, name);
  }

  /** Nothing is left out. */
  @Override
  @KernelSource(
      version = "v5.9",
      file = "include/asm-generic/bitops/atomic.h",
      function = "test_and_set_bit",
      line = 32,
      sha256 = "221d227b9e675b3aab0175fdd43b3ae4c326dced6c7c2d7b56114e8e828279ba")
  protected boolean test_and_set_pending() {
    return test_and_set_bit_unordered_on_failure(WORK_STRUCT_PENDING_BIT, data);
  }
}
