// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.restarts;

import static org.assertj.core.api.Assertions.assertThat;

import hangproof.engine.cases.Case;
import hangproof.engine.cases.Cases;
import org.junit.jupiter.api.Test;

/** The reduced port stands for the faithful one: both must be said to come to the same verdicts. */
class ReducedAgreesTest {
  private final Cases cases = Cases.load();

  private static final String REDUCED_ALONE = "restarts-reduced/v4-depth-2";

  @Test
  void everyVersionHasTheSameExpectationsOnBothPorts() {
    for (Case reduced : cases.matching("restarts-reduced")) {
      if (reduced.name().equals(REDUCED_ALONE)) {
        continue;
      }
      Case faithful = cases.find(reduced.name().replace("restarts-reduced/", "restarts/"));
      assertThat(faithful).as(reduced.name() + " on the faithful port").isNotNull();
      assertThat(reduced.expectations()).as(reduced.name()).isEqualTo(faithful.expectations());
    }
  }
}
