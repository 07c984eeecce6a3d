// SPDX-License-Identifier: MIT
package hangproof.cli;

import hangproof.engine.MemoryModel;
import hangproof.engine.cases.Bounds;
import hangproof.engine.cases.Case;
import java.util.Collection;
import java.util.List;

/** One search to do. */
record Job(Case testCase, MemoryModel model, Bounds bounds) {
  /** A search under each of the models of which the case says what to expect. */
  static List<Job> all(Case c, Bounds bounds, Collection<MemoryModel> models) {
    return models.stream()
        .filter(c.expectations()::containsKey)
        .map(m -> new Job(c, m, bounds))
        .toList();
  }

  /** A search under each of the models of which the case says what to expect at these bounds. */
  static List<Job> expected(Case c, Bounds bounds, Collection<MemoryModel> models) {
    return all(c, bounds, models.stream().filter(c.expectedModels(bounds)::contains).toList());
  }

  @Override
  public String toString() {
    return testCase.name() + " " + model.key();
  }
}
