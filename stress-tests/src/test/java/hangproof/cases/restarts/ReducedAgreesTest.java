// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.restarts;

import static org.assertj.core.api.Assertions.assertThat;

import hangproof.engine.cases.Case;
import hangproof.engine.cases.Cases;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The reduced port stands for the faithful one: both must be said to come to the same verdicts. */
class ReducedAgreesTest {
  private final Cases cases = Cases.load();

  /** What only one of the ports has: a depth as a case of its own, and counters that tear. */
  private static final List<String> ALONE =
      List.of("restarts-reduced/v4-depth-2", "restarts/v4-torn-counters");

  @Test
  void everyVersionHasTheSameExpectationsOnBothPorts() {
    for (Case reduced : cases.matching("restarts-reduced")) {
      if (ALONE.contains(reduced.name())) {
        continue;
      }
      Case faithful = cases.find(reduced.name().replace("restarts-reduced/", "restarts/"));
      assertThat(faithful).as(reduced.name() + " on the faithful port").isNotNull();
      assertThat(reduced.expectations()).as(reduced.name()).isEqualTo(faithful.expectations());
    }
  }

  @Test
  void everyFaithfulVersionHasAReducedOne() {
    for (Case faithful : cases.matching("restarts")) {
      if (!ALONE.contains(faithful.name())) {
        assertThat(cases.find(faithful.name().replace("restarts/", "restarts-reduced/")))
            .as(faithful.name() + " on the reduced port")
            .isNotNull();
      }
    }
  }
}
