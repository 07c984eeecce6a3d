// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Traces as JSON: an element of a list on each line, and each stack frame written only once. A
 * stack is a list of numbers of frames, the innermost first.
 */
final class TraceJson {
  private static final String FRAMES = "frames";
  private static final String STACK = "stack";

  /** Deeper than this nothing has lines of its own. */
  private static final int NESTING = 6;

  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES);

  private TraceJson() {}

  static String write(TraceFile trace) {
    ObjectNode root = JSON.valueToTree(trace);
    Map<JsonNode, Integer> numbers = new LinkedHashMap<>();
    for (JsonNode holder : root.findParents(STACK)) {
      ArrayNode stack = JSON.createArrayNode();
      for (JsonNode frame : holder.get(STACK)) {
        numbers.putIfAbsent(frame, numbers.size());
        stack.add(numbers.get(frame));
      }
      ((ObjectNode) holder).set(STACK, stack);
    }
    root.putArray(FRAMES).addAll(numbers.keySet());
    StringBuilder text = new StringBuilder();
    write(root, "", text);
    return text.append('\n').toString();
  }

  static String write(GraphFile graph) {
    StringBuilder text = new StringBuilder();
    write(JSON.valueToTree(graph), "", text);
    return text.append('\n').toString();
  }

  /**
   * Reads an execution graph.
   *
   * @throws JsonProcessingException if something is missing or is not what it should be
   */
  static GraphFile readGraph(JsonNode node) throws JsonProcessingException {
    return JSON.treeToValue(node, GraphFile.class);
  }

  /** Objects and lists that hold others take a line for each; all else is written in one. */
  private static void write(JsonNode node, String indent, StringBuilder text) {
    boolean nests = false;
    for (JsonNode child : node) {
      nests |= child.isContainerNode() && indent.length() < NESTING;
    }
    if (!nests) {
      text.append(line(node));
      return;
    }
    text.append(node.isObject() ? '{' : '[');
    Iterator<String> names = node.fieldNames();
    String separator = "\n";
    for (JsonNode child : node) {
      text.append(separator).append(indent).append("  ");
      if (node.isObject()) {
        text.append('"').append(names.next()).append("\": ");
      }
      write(child, indent + "  ", text);
      separator = ",\n";
    }
    text.append('\n').append(indent).append(node.isObject() ? '}' : ']');
  }

  private static String line(JsonNode node) {
    try {
      return JSON.writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a trace cannot be written as JSON", e);
    }
  }

  static JsonNode parse(String text) throws JsonProcessingException {
    return JSON.readTree(text);
  }

  /**
   * Reads a trace.
   *
   * @throws JsonProcessingException if something is missing or is not what it should be
   */
  static TraceFile read(JsonNode node) throws JsonProcessingException {
    ObjectNode root = node.deepCopy();
    JsonNode frames = root.remove(FRAMES);
    for (JsonNode holder : root.findParents(STACK)) {
      ArrayNode stack = JSON.createArrayNode();
      for (JsonNode number : holder.get(STACK)) {
        stack.add(frames == null ? null : frames.get(number.asInt(-1)));
      }
      ((ObjectNode) holder).set(STACK, stack);
    }
    return JSON.treeToValue(root, TraceFile.class);
  }
}
