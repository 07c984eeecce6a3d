// SPDX-License-Identifier: MIT
package hangproof.cli;

import hangproof.engine.MemoryModel;
import hangproof.engine.cases.Bounds;
import hangproof.engine.cases.Case;
import hangproof.engine.cases.Cases;
import hangproof.engine.report.TraceFile;
import hangproof.engine.report.Traces;
import hangproof.engine.report.Traces.UnreadableTrace;
import hangproof.machine.Machine;
import hangproof.machine.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** A trace that a user names, and the case that it is of. */
record StoredTrace(TraceFile trace, Case testCase, Bounds bounds, MemoryModel model) {
  /**
   * Reads it.
   *
   * @throws ParameterException if it is no trace, or its case, bounds or model are not known here
   */
  static StoredTrace read(Path file, Cases cases, CommandLine line) {
    TraceFile trace = read(file, line);
    Case testCase = cases.find(trace.testCase());
    if (testCase == null) {
      throw new ParameterException(
          line, file + " is of the case " + trace.testCase() + ", which is not here");
    }
    if (trace.model().equals(MemoryModel.LKMM.key())) {
      throw new ParameterException(
          line, file + " says that it is of LKMM, under which no order of steps is a trace");
    }
    MemoryModel model =
        Arrays.stream(MemoryModel.values())
            .filter(m -> m.key().equals(trace.model()))
            .findFirst()
            .orElseThrow(
                () ->
                    new ParameterException(
                        line,
                        file + " is of the memory model " + trace.model() + ", unknown here"));
    try {
      return new StoredTrace(trace, testCase, testCase.workableBounds(trace.bounds()), model);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          line, file + " has bounds that do not fit: " + e.getMessage(), e);
    }
  }

  /** Builds the program of the case at the bounds of the trace. */
  Function<Machine, Program> build() {
    return machine -> testCase.build(machine, bounds);
  }

  private static TraceFile read(Path file, CommandLine line) {
    try {
      if (!Files.isRegularFile(file)) {
        throw new ParameterException(line, "there is no file " + file);
      }
      return Traces.read(file);
    } catch (UnreadableTrace e) {
      throw new ParameterException(line, e.getMessage(), e);
    } catch (IOException e) {
      throw new ParameterException(line, "cannot read " + file + ": " + e.getMessage(), e);
    }
  }
}
