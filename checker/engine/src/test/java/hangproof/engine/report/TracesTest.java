// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import static org.assertj.core.api.Assertions.assertThat;

import hangproof.engine.MemoryModel;
import hangproof.engine.fixtures.FixtureCases;
import hangproof.engine.report.Traces.UnreadableTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TracesTest {
  @TempDir private Path dir;

  @Test
  void aTraceComesBackAsItWasWritten() throws IOException, UnreadableTrace {
    TraceFile trace = Reports.trace(FixtureCases.BUFFERED, MemoryModel.TSO, Map.of());
    Path file = dir.resolve("trace.json");
    Files.writeString(file, Traces.json(trace));
    assertThat(Traces.read(file)).isEqualTo(trace);
  }

  @Test
  void eachEventHasALine() throws IOException {
    TraceFile trace = Reports.trace(FixtureCases.BUFFERED, MemoryModel.TSO, Map.of());
    Golden.assertGolden("announces-first-tso.json", Traces.json(trace));
  }
}
