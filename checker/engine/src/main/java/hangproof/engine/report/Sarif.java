// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import hangproof.engine.cases.Outcome;
import hangproof.engine.explorer.Verdict;
import hangproof.engine.trace.Frame;
import hangproof.engine.trace.GraphTrace;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Outcomes as SARIF 2.1.0: a rule for each case, a result for each race and for each Unknown. A
 * race has one thread flow for each role; each of its steps stands at its Java line and is related
 * to its line of C.
 *
 * <p>Races that were expected are notes, others are errors; an Unknown is a warning.
 */
public final class Sarif {
  private static final String SCHEMA =
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
  private static final String KERNEL = "LINUX";
  private static final String TEXT = "text";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final WitnessFiles witnesses;
  private final JavaSources sources;
  private final Map<String, Integer> rules = new LinkedHashMap<>();

  private Sarif(WitnessFiles witnesses, JavaSources sources) {
    this.witnesses = witnesses;
    this.sources = sources;
  }

  /** The file, ending in a newline. */
  public static String text(List<Outcome> outcomes, WitnessFiles witnesses, JavaSources sources) {
    try {
      ObjectNode log = new Sarif(witnesses, sources).log(outcomes);
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(log) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("outcomes cannot be written as JSON", e);
    }
  }

  private ObjectNode log(List<Outcome> outcomes) {
    ObjectNode log = JSON.createObjectNode();
    log.put("$schema", SCHEMA);
    log.put("version", "2.1.0");
    ObjectNode run = log.putArray("runs").addObject();
    ObjectNode driver = run.putObject("tool").putObject("driver");
    driver.put("name", "hangproof");
    ArrayNode ruleList = driver.putArray("rules");
    for (Outcome o : outcomes) {
      String name = o.testCase().name();
      if (rules.putIfAbsent(name, rules.size()) == null) {
        ObjectNode rule = ruleList.addObject();
        rule.put("id", name);
        rule.putObject("shortDescription").put(TEXT, o.testCase().claim());
      }
    }
    run.putObject("originalUriBaseIds")
        .putObject(KERNEL)
        .putObject("description")
        .put(TEXT, "the kernel tree of the version that the message names");
    run.put("columnKind", "utf16CodeUnits");
    ArrayNode results = run.putArray("results");
    for (Outcome o : outcomes) {
      if (o.result().verdict() != Verdict.NEVER || !Agreements.passes(o)) {
        result(results.addObject(), o);
      }
    }
    return log;
  }

  private void result(ObjectNode result, Outcome o) {
    String name = o.testCase().name();
    result.put("ruleId", name);
    result.put("ruleIndex", rules.get(name));
    result.put("kind", "fail");
    result.put("level", level(o));
    String message = o.testCase().claim() + ": " + Agreements.sentence(o);
    result.putObject("message").put(TEXT, message + " (" + o.model().title() + ")");
    result
        .putObject("partialFingerprints")
        .put("caseModelBounds/v1", name + " " + o.model().key() + " " + o.bounds());
    ArrayNode locations = result.putArray("locations");
    if (witnesses.hasTrace(o)) {
      flow(result, locations, witnesses.trace(o));
    } else if (o.result().graph() != null) {
      flow(result, o.result().graph());
    }
  }

  private static String level(Outcome o) {
    if (o.result().verdict() == Verdict.UNKNOWN) {
      return "warning";
    }
    return Agreements.passes(o) ? "note" : "error";
  }

  private void flow(ObjectNode result, ArrayNode locations, TraceFile trace) {
    List<Item> items = Marks.of(trace).items();
    Set<Integer> kept = new HashSet<>();
    Condensing.condense(items).forEach(i -> kept.add(i.number()));
    ArrayNode flows = result.putArray("codeFlows").addObject().putArray("threadFlows");
    ArrayNode related = JSON.createArrayNode();
    Map<String, Integer> ids = new LinkedHashMap<>();
    Map<Integer, ArrayNode> lanes = new TreeMap<>();
    items.forEach(i -> lanes.computeIfAbsent(i.role(), r -> JSON.createArrayNode()));
    lanes.forEach(
        (role, steps) -> {
          ObjectNode flow = flows.addObject();
          flow.put("id", trace.run().roles().get(role));
          flow.set("locations", steps);
        });
    ObjectNode primary = null;
    boolean marked = false;
    for (Item item : items) {
      ObjectNode step = lanes.get(item.role()).addObject();
      ObjectNode location = step.putObject("location");
      java(location, item.path());
      location.putObject("message").put(TEXT, item.access());
      c(location, item.path(), related, ids);
      step.put("executionOrder", item.number());
      step.put("nestingLevel", Math.max(0, item.path().size() - 1));
      step.put("importance", importance(item, kept));
      if (location.has("physicalLocation") && (item.marked() || !marked)) {
        primary = location;
        marked = item.marked();
      }
    }
    if (primary != null) {
      locations.addObject().set("physicalLocation", primary.get("physicalLocation").deepCopy());
    }
    if (!related.isEmpty()) {
      result.set("relatedLocations", related);
    }
  }

  private static String importance(Item item, Set<Integer> kept) {
    if (item.marked()) {
      return "essential";
    }
    return kept.contains(item.number()) ? "important" : "unimportant";
  }

  private void java(ObjectNode location, List<Frame> path) {
    if (!path.isEmpty()) {
      Frame java = path.get(path.size() - 1);
      ObjectNode place = location.putObject("physicalLocation");
      place.putObject("artifactLocation").put("uri", sources.path(java.javaFile()));
      place.putObject("region").put("startLine", Math.max(1, java.javaLine()));
      location.putArray("logicalLocations").addObject().put("name", java.function());
    }
  }

  /** The line of C is a related location of the result, which the step refers to. */
  private static void c(
      ObjectNode location, List<Frame> path, ArrayNode related, Map<String, Integer> ids) {
    Frame c = null;
    for (Frame f : path) {
      c = f.kernelFile() == null ? c : f;
    }
    if (c == null) {
      return;
    }
    String key = c.kernelVersion() + " " + c.kernelFile() + ":" + c.kernelLine() + c.function();
    Integer known = ids.putIfAbsent(key, ids.size() + 1);
    if (known == null) {
      ObjectNode place = related.addObject();
      place.put("id", ids.size());
      ObjectNode physical = place.putObject("physicalLocation");
      physical.putObject("artifactLocation").put("uri", c.kernelFile()).put("uriBaseId", KERNEL);
      physical.putObject("region").put("startLine", Math.max(1, c.kernelLine()));
      place.putObject("message").put(TEXT, c.function() + "() of " + c.kernelVersion());
    }
    ObjectNode relation = location.putArray("relationships").addObject();
    relation.put("target", ids.get(key));
    relation.putArray("kinds").add("relevant");
  }

  private static void flow(ObjectNode result, GraphTrace graph) {
    ArrayNode flows = result.putArray("codeFlows").addObject().putArray("threadFlows");
    GraphRows rows = new GraphRows(graph, Integer.MAX_VALUE);
    for (int role = 0; role < graph.roles().size(); role++) {
      if (rows.nodes(role).isEmpty()) {
        continue;
      }
      ObjectNode flow = flows.addObject();
      flow.put("id", graph.roles().get(role));
      ArrayNode steps = flow.putArray("locations");
      for (GraphRows.Node node : rows.nodes(role)) {
        ObjectNode step = steps.addObject();
        step.putObject("location").putObject("message").put(TEXT, node.text());
        step.put("importance", node.event().marked() ? "essential" : "important");
      }
    }
  }
}
