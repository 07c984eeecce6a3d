// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import hangproof.engine.cases.Checker;
import hangproof.engine.cases.Outcome;
import hangproof.engine.explorer.Replay;
import hangproof.engine.explorer.Result;
import hangproof.engine.trace.ReplayedRun;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes and reads trace files. */
public final class Traces {
  /** A file is not a trace that this version can read; the message says why. */
  public static final class UnreadableTrace extends Exception {
    private static final long serialVersionUID = 1L;

    UnreadableTrace(String message) {
      super(message);
    }
  }

  private Traces() {}

  /**
   * The trace of an outcome that has a witness; replays it once more.
   *
   * @param all outcomes of the same run, from which the verdicts under other models are taken
   */
  public static TraceFile of(Outcome outcome, List<Outcome> all) {
    Result result = outcome.result();
    Replay.Script shortest = Replay.script(result.witness());
    Replay.Script script = FewestSwitches.reorder(shortest);
    ReplayedRun run = confirmed(outcome, script);
    if (run == null) {
      script = shortest;
      run = Checker.replay(outcome, script);
    }
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
        ModelVerdict.of(outcome, all),
        script,
        run);
  }

  /** What the port does along the script; null if it does something else. */
  private static ReplayedRun confirmed(Outcome outcome, Replay.Script script) {
    try {
      return Checker.replay(outcome, script);
    } catch (Replay.Diverged e) {
      return null;
    }
  }

  /** The trace as JSON, ending in a newline. */
  public static String json(TraceFile trace) {
    return TraceJson.write(trace);
  }

  /**
   * Reads a trace.
   *
   * @throws IOException if the file cannot be read
   * @throws UnreadableTrace if it is not a trace, is cut short, or is of another version
   */
  public static TraceFile read(Path file) throws IOException, UnreadableTrace {
    try {
      JsonNode node = TraceJson.parse(Files.readString(file));
      if (!TraceFile.FORMAT.equals(node.path("format").asText())) {
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
      return complete(TraceJson.read(node), file);
    } catch (CharacterCodingException e) {
      throw new UnreadableTrace(file + " is no trace of hangproof: it is not even text");
    } catch (JsonProcessingException e) {
      throw new UnreadableTrace(file + " is damaged or cut short: " + e.getOriginalMessage());
    }
  }

  /**
   * Reads an execution graph.
   *
   * @return null if the file is no graph, but perhaps a trace
   * @throws IOException if the file cannot be read
   * @throws UnreadableTrace if it is a graph, but cut short, or of another version
   */
  public static GraphFile readGraph(Path file) throws IOException, UnreadableTrace {
    JsonNode node;
    try {
      node = TraceJson.parse(Files.readString(file));
    } catch (CharacterCodingException | JsonProcessingException e) {
      return null;
    }
    if (!GraphFile.FORMAT.equals(node.path("format").asText())) {
      return null;
    }
    if (node.path("version").asInt() != GraphFile.VERSION) {
      throw new UnreadableTrace(
          file
              + " is a graph of version "
              + node.path("version").asInt()
              + "; this hangproof reads version "
              + GraphFile.VERSION
              + ". Check the case again to write a new one");
    }
    try {
      GraphFile graph = TraceJson.readGraph(node);
      if (graph.testCase() == null
          || graph.bounds() == null
          || graph.bounds().containsValue(null)
          || graph.graph() == null) {
        throw new UnreadableTrace(file + " is damaged: it does not say what to replay");
      }
      return graph;
    } catch (JsonProcessingException e) {
      throw new UnreadableTrace(file + " is damaged or cut short: " + e.getOriginalMessage());
    }
  }

  /** Refuses what has the right form but lacks what a replay needs. */
  private static TraceFile complete(TraceFile t, Path file) throws UnreadableTrace {
    if (t.testCase() == null
        || t.model() == null
        || t.bounds() == null
        || t.bounds().containsValue(null)
        || t.script() == null
        || t.script().violation() == null
        || t.script().moves() == null
        || t.script().moves().contains(null)
        || t.script().moves().stream().anyMatch(m -> !m.flush() && m.op() == null)) {
      throw new UnreadableTrace(file + " is damaged: it does not say what to replay");
    }
    if (t.claim() == null
        || t.violation() == null
        || t.broken() == null
        || t.verdicts() == null
        || t.verdicts().contains(null)
        || t.verdicts().stream()
            .anyMatch(v -> v.model() == null || v.verdict() == null || v.size() == null)) {
      throw new UnreadableTrace(file + " is damaged: it does not say what it shows");
    }
    return t;
  }
}
