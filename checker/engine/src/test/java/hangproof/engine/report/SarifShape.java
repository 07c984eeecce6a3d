// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The part of SARIF 2.1.0 that we write, as sections 3.13 to 3.54 of the standard have it: which
 * properties an object may have and must have, and which values they take. Nothing else may occur,
 * as in the schema, whose objects are closed.
 */
final class SarifShape {
  private static final String TEXT = "message";

  /**
   * Of an object: its properties, each with the kind of its value; a star means it must be there.
   */
  private static final Map<String, Map<String, String>> OBJECTS =
      Map.ofEntries(
          Map.entry("log", Map.of("$schema", "uri", "version", "*2.1.0", "runs", "*[run")),
          Map.entry(
              "run",
              Map.of(
                  "tool", "*tool",
                  "originalUriBaseIds", "{artifactLocation",
                  "columnKind", "utf16CodeUnits|unicodeCodePoints",
                  "results", "[result")),
          Map.entry("tool", Map.of("driver", "*toolComponent")),
          Map.entry("toolComponent", Map.of("name", "*string", "rules", "[rule")),
          Map.entry("rule", Map.of("id", "*string", "shortDescription", TEXT)),
          Map.entry(
              "result",
              Map.of(
                  "ruleId", "string",
                  "ruleIndex", "integer",
                  "kind", "fail|open|review|pass|informational|notApplicable",
                  "level", "none|note|warning|error",
                  "message", "*message",
                  "partialFingerprints", "{string",
                  "locations", "[location",
                  "codeFlows", "[codeFlow",
                  "relatedLocations", "[location")),
          Map.entry("codeFlow", Map.of("threadFlows", "*[threadFlow")),
          Map.entry("threadFlow", Map.of("id", "string", "locations", "*[threadFlowLocation")),
          Map.entry(
              "threadFlowLocation",
              Map.of(
                  "location", "location",
                  "executionOrder", "integer",
                  "nestingLevel", "integer",
                  "importance", "important|essential|unimportant")),
          Map.entry(
              "location",
              Map.of(
                  "id", "integer",
                  "physicalLocation", "physicalLocation",
                  "logicalLocations", "[logicalLocation",
                  "message", TEXT,
                  "relationships", "[relationship")),
          Map.entry("relationship", Map.of("target", "*integer", "kinds", "[string")),
          Map.entry("logicalLocation", Map.of("name", "string")),
          Map.entry(
              "physicalLocation",
              Map.of("artifactLocation", "artifactLocation", "region", "region")),
          Map.entry(
              "artifactLocation", Map.of("uri", "uri", "uriBaseId", "string", "description", TEXT)),
          Map.entry("region", Map.of("startLine", "positive")),
          Map.entry(TEXT, Map.of("text", "*string")));

  private SarifShape() {}

  static void assertValid(JsonNode log) {
    List<String> faults = new ArrayList<>();
    check("log", log, "", faults);
    for (JsonNode run : log.path("runs")) {
      JsonNode rules = run.at("/tool/driver/rules");
      for (JsonNode result : run.path("results")) {
        String id = rules.path(result.path("ruleIndex").asInt()).path("id").asText();
        if (!id.equals(result.path("ruleId").asText())) {
          faults.add("ruleIndex leads to " + id);
        }
      }
    }
    assertThat(faults).isEmpty();
  }

  private static void check(String kind, JsonNode node, String at, List<String> faults) {
    if (kind.startsWith("[")) {
      if (!node.isArray()) {
        faults.add(at + " is no array");
      }
      int i = 0;
      for (JsonNode child : node) {
        check(kind.substring(1), child, at + "/" + i, faults);
        i++;
      }
    } else if (kind.startsWith("{")) {
      node.properties()
          .forEach(e -> check(kind.substring(1), e.getValue(), at + "/" + e.getKey(), faults));
    } else if (OBJECTS.containsKey(kind)) {
      object(OBJECTS.get(kind), node, at, faults);
    } else if (!isValue(kind, node)) {
      faults.add(at + " is " + node + ", not " + kind);
    }
  }

  private static void object(
      Map<String, String> properties, JsonNode node, String at, List<String> faults) {
    if (!node.isObject()) {
      faults.add(at + " is no object");
    }
    node.properties()
        .forEach(
            e -> {
              String kind = properties.get(e.getKey());
              if (kind == null) {
                faults.add(at + " may have no " + e.getKey());
              } else {
                String bare = kind.startsWith("*") ? kind.substring(1) : kind;
                check(bare, e.getValue(), at + "/" + e.getKey(), faults);
              }
            });
    properties.forEach(
        (name, kind) -> {
          if (kind.startsWith("*") && !node.has(name)) {
            faults.add(at + " lacks " + name);
          }
        });
  }

  private static boolean isValue(String kind, JsonNode node) {
    return switch (kind) {
      case "string" -> node.isTextual();
      case "uri" -> node.isTextual() && node.asText().matches("[A-Za-z0-9:/._+%-]+");
      case "integer" -> node.isInt() && node.asInt() >= -1;
      case "positive" -> node.isInt() && node.asInt() >= 1;
      default -> node.isTextual() && Set.of(kind.split("\\|", -1)).contains(node.asText());
    };
  }
}
