// SPDX-License-Identifier: MIT
package hangproof.engine.cases;

import static org.assertj.core.api.Assertions.assertThat;

import hangproof.engine.MemoryModel;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class CaseTest {
  private final Case testCase =
      Case.of("case/of-two-sizes", "n roles end")
          .parameter("n", 1, 1, 9)
          .alsoAt(Map.of("n", 2))
          .alsoAt(Map.of("n", 3), MemoryModel.SC)
          .expect(Expectation.never())
          .expect(MemoryModel.LKMM, Expectation.never());

  private Bounds at(int n) {
    return testCase.bounds(Map.of("n", n));
  }

  @Test
  void largerBoundsAreExpectedUnderTheModelsTheyName() {
    assertThat(testCase.expectedBounds()).containsExactly(at(1), at(2), at(3));
    assertThat(testCase.expectedModels(at(1))).containsExactly(MemoryModel.values());
    assertThat(testCase.expectedModels(at(2))).containsExactly(MemoryModel.values());
    assertThat(testCase.expectedModels(at(3))).containsExactly(MemoryModel.SC);
    assertThat(testCase.expected(MemoryModel.LKMM, at(3))).isNull();
  }

  @Test
  void nothingIsExpectedAtOtherBounds() {
    assertThat(testCase.expectedModels(at(4))).isEmpty();
  }
}
