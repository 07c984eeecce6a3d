// SPDX-License-Identifier: MIT
package hangproof.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import hangproof.engine.MemoryModel;
import hangproof.engine.explorer.Progress;
import hangproof.engine.explorer.Result;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Enough of the benchmarks to notice when they rot. */
final class BenchTest {
  @TempDir private Path folder;

  @Test
  void sizesAreReadAsTheyAreWritten() {
    assertThat(List.of("v4:S3C2", "draft:S2C2R2", "v4:S3C2D2", "v4:S2C1R3D2"))
        .allSatisfy(text -> assertThat(Size.of(text)).hasToString(text));
    assertThatThrownBy(() -> Size.of("v4")).hasMessageContaining("v4:S3C2");
  }

  /**
   * The Promela model has the states of the port without symmetry and movers, and two more for each
   * terminal one: those of its judge.
   */
  @Test
  void thePromelaModelIsThePort() throws IOException {
    assumeTrue(Spin.missing() == null, "SPIN is not installed");
    Spin spin = new Spin(folder, Duration.ofMinutes(1), 1024);
    for (String text : List.of("v4:S2C2", "draft:S3C1", "v4:S2C2D2", "v4:S2C1R2")) {
      Size size = Size.of(text);
      Spin.Run theirs = spin.run(size);
      Result ours = OnceCommand.plain("restarts-reduced", size);
      assertThat(theirs.verdict().toString()).isEqualToIgnoringCase(ours.verdict().toString());
      assertThat(theirs.states()).as(text).isEqualTo(ours.states() + 2 * ours.terminals());
    }
  }

  @Test
  void aSearchIsOneCommand() {
    Result result =
        OnceCommand.search(
            "restarts-reduced", Size.of("v4:S2C1"), MemoryModel.SC, 1, Progress.SILENT);
    assertThat(result.verdict()).hasToString("Never");
  }

  @Test
  void aPlotHasALabelForEachSize() {
    Plot plot = new Plot("a < b", List.of("v4:S2C2", "v4:S3C2"));
    plot.panel("CPU seconds").series("SPIN", List.of(0.01, 120.0)).unfinished(List.of(false, true));
    assertThat(plot.svg()).contains("a &lt; b", ">v4:S3C2</text>", "fill=\"white\"/>");
  }
}
