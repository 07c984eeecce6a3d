// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Where the Java files lie that stacks name: a stack knows the name of a file, a build server wants
 * its path in the repository.
 */
public final class JavaSources {
  private static final String AMBIGUOUS = "";
  private static final int DEPTH = 20;

  private final Map<String, String> paths = new HashMap<>();

  /** Knows no path. */
  public static JavaSources none() {
    return new JavaSources();
  }

  /**
   * Looks for Java files below src/ directories of a tree; what cannot be read is not there.
   *
   * @param root paths are told from here
   */
  public static JavaSources under(Path root) {
    JavaSources sources = new JavaSources();
    try (Stream<Path> files = Files.walk(root, DEPTH)) {
      List<Path> java =
          files.filter(f -> f.toString().endsWith(".java")).map(root::relativize).toList();
      for (Path file : java) {
        String path = file.toString().replace('\\', '/');
        if (path.contains("src/")) {
          sources.paths.merge(file.getFileName().toString(), path, (a, b) -> AMBIGUOUS);
        }
      }
    } catch (IOException | UncheckedIOException e) {
      sources.paths.clear();
    }
    return sources;
  }

  /** The path of a file; its name alone if there is none or more than one of that name. */
  String path(String name) {
    String path = paths.getOrDefault(name, AMBIGUOUS);
    return path.equals(AMBIGUOUS) ? name : path;
  }

  /** Whether the path is known. */
  boolean knows(String name) {
    return !paths.getOrDefault(name, AMBIGUOUS).equals(AMBIGUOUS);
  }
}
