// SPDX-License-Identifier: MIT
package hangproof.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Looks before a long search whether its outcome can be written afterwards. */
final class Outputs {
  private Outputs() {}

  /** Makes the directory if it is not there. */
  static void requireDirectory(Path dir, String option, CommandLine line) {
    try {
      Files.createDirectories(dir);
      Files.delete(Files.createTempFile(dir, ".hangproof", null));
    } catch (IOException e) {
      throw new ParameterException(
          line, option + ": cannot write into " + dir + "; name another directory", e);
    }
  }

  static void requireFile(Path file, String option, CommandLine line) {
    Path dir = file.toAbsolutePath().getParent();
    if (Files.isDirectory(file) || dir == null || !Files.isDirectory(dir)) {
      throw new ParameterException(
          line, option + ": " + file + " is no file in a directory that exists");
    }
    requireDirectory(dir, option, line);
  }
}
