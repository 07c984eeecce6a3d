// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import hangproof.engine.MemoryModel;
import hangproof.engine.cases.Case;
import hangproof.engine.cases.Checker;
import hangproof.engine.cases.Outcome;
import hangproof.engine.cases.RecordedCounts;
import hangproof.engine.fixtures.FixtureCases;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class SarifTest {
  private static List<Outcome> outcomes() {
    List<Outcome> outcomes = new ArrayList<>(Reports.check(FixtureCases.BUFFERED, Map.of()));
    Case c = FixtureCases.all().find(FixtureCases.BUFFERED);
    outcomes.add(
        Checker.standard(new RecordedCounts()).check(c, MemoryModel.LKMM, c.usualBounds()));
    outcomes.addAll(Reports.check(FixtureCases.UNEXPECTED, Map.of()));
    Case unknown = Case.of("wrong/unknown", "a <claim>");
    outcomes.add(Outcome.unknown(unknown, MemoryModel.SC, unknown.usualBounds(), "out of time"));
    return outcomes;
  }

  private static String sarif() {
    List<Outcome> outcomes = outcomes();
    return Sarif.text(outcomes, new WitnessFiles(outcomes), JavaSources.under(Path.of("")));
  }

  private static JsonNode run() throws JsonProcessingException {
    return new ObjectMapper().readTree(sarif()).get("runs").get(0);
  }

  @Test
  void isAsRecorded() throws IOException {
    Golden.assertGolden("races.sarif", sarif());
  }

  @Test
  void hasTheShapeThatTheSchemaAsksFor() throws IOException {
    SarifShape.assertValid(new ObjectMapper().readTree(sarif()));
  }

  @Test
  void expectedRacesAreNotesOthersErrorsAndUnknownIsAWarning() throws IOException {
    List<String> levels = new ArrayList<>();
    run().get("results").forEach(r -> levels.add(r.get("level").asText()));
    assertThat(levels).containsExactly("note", "error", "error", "error", "warning");
  }

  @Test
  void eachRoleHasAFlowAndAllStepsTogetherHaveAnOrder() throws IOException {
    JsonNode flows = run().get("results").get(0).at("/codeFlows/0/threadFlows");
    Set<String> roles = new HashSet<>();
    List<Integer> order = new ArrayList<>();
    for (JsonNode flow : flows) {
      roles.add(flow.get("id").asText());
      flow.get("locations").forEach(s -> order.add(s.get("executionOrder").asInt()));
    }
    assertThat(roles).containsExactlyInAnyOrder("sleeper", "waker");
    assertThat(order).doesNotHaveDuplicates();
    assertThat(new HashSet<>(order)).hasSize(order.stream().mapToInt(i -> i).max().orElse(0));
  }

  @Test
  void eachStepHasALineOfJavaAndALineOfC() throws IOException {
    JsonNode result = run().get("results").get(0);
    Set<Integer> related = new HashSet<>();
    for (JsonNode location : result.get("relatedLocations")) {
      related.add(location.get("id").asInt());
      assertThat(location.at("/physicalLocation/artifactLocation/uri").asText()).endsWith(".c");
      assertThat(location.at("/physicalLocation/artifactLocation/uriBaseId").asText())
          .isEqualTo("LINUX");
    }
    for (JsonNode flow : result.at("/codeFlows/0/threadFlows")) {
      for (JsonNode step : flow.get("locations")) {
        JsonNode location = step.get("location");
        assertThat(location.at("/physicalLocation/artifactLocation/uri").asText())
            .isEqualTo("src/test/java/hangproof/engine/fixtures/Wakeup.java");
        assertThat(related).contains(location.at("/relationships/0/target").asInt());
      }
    }
  }
}
