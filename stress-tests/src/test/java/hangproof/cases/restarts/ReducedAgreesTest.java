// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.restarts;

import static org.assertj.core.api.Assertions.assertThat;

import hangproof.engine.MemoryModel;
import hangproof.engine.cases.Case;
import hangproof.engine.cases.Cases;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The reduced port stands for the faithful one: both must be said to come to the same verdicts, but
 * under LKMM, where the barriers of the tags matter, which most reduced versions leave out.
 */
class ReducedAgreesTest {
  private final Cases cases = Cases.load();

  private static final Set<String> REDUCED_ALONE =
      Set.of(
          "restarts-reduced/v4-depth-2",
          "restarts-reduced/v4-tag-free",
          "restarts-reduced/v4-tag-free-no-barrier");

  @Test
  void everyVersionHasTheSameExpectationsOnBothPorts() {
    for (Case reduced : cases.matching("restarts-reduced")) {
      if (REDUCED_ALONE.contains(reduced.name())) {
        continue;
      }
      Case faithful = cases.find(reduced.name().replace("restarts-reduced/", "restarts/"));
      assertThat(faithful).as(reduced.name() + " on the faithful port").isNotNull();
      for (MemoryModel model : List.of(MemoryModel.SC, MemoryModel.TSO)) {
        assertThat(reduced.expectations().get(model))
            .as(reduced.name() + " under " + model.title())
            .isEqualTo(faithful.expectations().get(model));
      }
    }
  }
}
