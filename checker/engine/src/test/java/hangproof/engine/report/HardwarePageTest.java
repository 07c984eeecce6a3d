// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import static org.assertj.core.api.Assertions.assertThat;

import hangproof.engine.report.HardwarePage.Outcome;
import hangproof.engine.report.HardwarePage.Shown;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class HardwarePageTest {
  @Test
  void readsWell() throws IOException {
    List<Outcome> outcomes =
        List.of(
            new Outcome("complete", "4,225,051", "ACCEPTABLE", "Every request has completed."),
            new Outcome("hang", "11", "ACCEPTABLE_INTERESTING", "Nobody will run <the> queue."));
    Golden.assertGolden(
        "hardware.html",
        HardwarePage.text(
            "A processor, a JVM", List.of(new Shown("JCStress", "DroppedRun.OfDraft", outcomes))));
  }

  @Test
  void saysThatNothingRan() {
    assertThat(HardwarePage.text("A processor", List.of())).contains("Nothing was run here.");
  }
}
