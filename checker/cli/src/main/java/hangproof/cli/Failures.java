// SPDX-License-Identifier: MIT
package hangproof.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** What is printed when a command cannot do its work. */
final class Failures implements IParameterExceptionHandler, IExecutionExceptionHandler {
  @Override
  public int handleParseException(ParameterException e, String[] args) {
    CommandLine line = e.getCommandLine();
    PrintWriter err = line.getErr();
    err.println("hangproof: " + e.getMessage());
    UnmatchedArgumentException.printSuggestions(e, err);
    err.println("Try '" + line.getCommandSpec().qualifiedName() + " --help'.");
    return ExitCode.USAGE;
  }

  @Override
  public int handleExecutionException(Exception e, CommandLine line, ParseResult parsed) {
    print(e, line.getErr());
    return ExitCode.INTERNAL;
  }

  /**
   * Prints a failure: one line if it is the disk's, all there is to know if it is the program's.
   */
  static void print(Throwable e, PrintWriter err) {
    if (e instanceof UncheckedIOException unchecked) {
      print(unchecked.getCause(), err);
      return;
    }
    if (e instanceof IOException) {
      err.println("hangproof: " + told(e));
    } else {
      err.println("hangproof: internal error, please report it:");
      e.printStackTrace(err);
    }
    err.flush();
  }

  /** Our own messages say what could not be done; those of the file system only to which file. */
  private static String told(Throwable e) {
    String message = String.valueOf(e.getMessage());
    return message.startsWith("cannot ") ? message : "cannot write or read a file: " + message;
  }
}
