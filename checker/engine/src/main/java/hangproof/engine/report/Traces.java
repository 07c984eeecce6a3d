// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import hangproof.engine.cases.Checker;
import hangproof.engine.cases.Outcome;
import hangproof.engine.explorer.Replay;
import hangproof.engine.explorer.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes and reads trace files. */
public final class Traces {
  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES);

  /** A file is not a trace that this version can read; the message says why. */
  public static final class UnreadableTrace extends Exception {
    private static final long serialVersionUID = 1L;

    UnreadableTrace(String message) {
      super(message);
    }
  }

  private Traces() {}

  /** The trace of an outcome that has a witness; replays it once more. */
  public static TraceFile of(Outcome outcome) {
    Result result = outcome.result();
    return new TraceFile(
        TraceFile.FORMAT,
        TraceFile.VERSION,
        outcome.testCase().name(),
        outcome.testCase().claim(),
        outcome.testCase().versions(),
        outcome.testCase().report(),
        outcome.testCase().limits(),
        outcome.model().key(),
        outcome.bounds().values(),
        result.violation().key(),
        result.witness().claim(),
        result.states(),
        result.witness().steps(),
        Replay.script(result.witness()),
        Checker.replay(outcome));
  }

  /** The trace as JSON, ending in a newline. */
  public static String json(TraceFile trace) {
    try {
      return JSON.writeValueAsString(trace) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a trace cannot be written as JSON", e);
    }
  }

  /**
   * Reads a trace.
   *
   * @throws IOException if the file cannot be read
   * @throws UnreadableTrace if it is not a trace, is cut short, or is of another version
   */
  public static TraceFile read(Path file) throws IOException, UnreadableTrace {
    String text = Files.readString(file);
    try {
      JsonNode node = JSON.readTree(text);
      if (node == null || !TraceFile.FORMAT.equals(node.path("format").asText())) {
        throw new UnreadableTrace(file + " is no trace of hangproof");
      }
      int version = node.path("version").asInt();
      if (version != TraceFile.VERSION) {
        throw new UnreadableTrace(
            file
                + " is a trace of version "
                + version
                + "; this hangproof reads version "
                + TraceFile.VERSION
                + ". Check the case again to write a new one");
      }
      return JSON.treeToValue(node, TraceFile.class);
    } catch (JsonProcessingException e) {
      throw new UnreadableTrace(file + " is damaged or cut short: " + e.getOriginalMessage());
    }
  }
}
