// SPDX-License-Identifier: MIT
package hangproof.cli;

import hangproof.engine.MemoryModel;
import hangproof.engine.cases.Bounds;
import hangproof.engine.cases.Case;

/** One search to do. */
record Job(Case testCase, MemoryModel model, Bounds bounds) {
  @Override
  public String toString() {
    return testCase.name() + " " + model.key();
  }
}
