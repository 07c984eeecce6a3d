// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes files so that nobody ever sees half of one: first all of them aside, beside their places,
 * then each is renamed. If the disk fills up before the renaming, every old file is intact.
 */
public final class AsideWriter {
  private static final String ASIDE = ".hangproof-new";

  private final Map<Path, String> files = new LinkedHashMap<>();

  /** Writes one file. */
  public static void write(Path file, String text) throws IOException {
    AsideWriter writer = new AsideWriter();
    writer.add(file, text);
    writer.commit();
  }

  /** Adds a file to what {@link #commit} writes. */
  public void add(Path file, String text) {
    files.put(file.toAbsolutePath(), text);
  }

  /** Writes what was added. */
  public void commit() throws IOException {
    try {
      for (Map.Entry<Path, String> file : files.entrySet()) {
        Files.createDirectories(file.getKey().getParent());
        Files.writeString(aside(file.getKey()), file.getValue(), StandardCharsets.UTF_8);
      }
      for (Path file : files.keySet()) {
        rename(aside(file), file);
      }
    } finally {
      for (Path file : files.keySet()) {
        Files.deleteIfExists(aside(file));
      }
      files.clear();
    }
  }

  private static Path aside(Path file) {
    return file.resolveSibling(file.getFileName() + ASIDE);
  }

  private static void rename(Path from, Path to) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
