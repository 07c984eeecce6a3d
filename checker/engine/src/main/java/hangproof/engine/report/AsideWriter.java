// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
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

  /**
   * Writes what was added.
   *
   * @throws IOException if a file cannot be written; the message names it, and says whether old
   *     files are as they were
   */
  public void commit() throws IOException {
    try {
      for (Map.Entry<Path, String> file : files.entrySet()) {
        writeAside(file.getKey(), file.getValue());
      }
      for (Path file : files.keySet()) {
        replace(file);
      }
    } finally {
      for (Path file : files.keySet()) {
        Files.deleteIfExists(aside(file));
      }
      files.clear();
    }
  }

  private static void writeAside(Path file, String text) throws IOException {
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(aside(file), text, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IOException(
          "cannot write " + file + ": " + reason(e) + "; all files are as they were", e);
    }
  }

  private static void replace(Path file) throws IOException {
    try {
      rename(aside(file), file);
    } catch (IOException e) {
      throw new IOException(
          "cannot replace " + file + ": " + reason(e) + "; files before it are new already", e);
    }
  }

  /** The message of an exception of the file system is often no more than a name. */
  private static String reason(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof FileAlreadyExistsException || e instanceof NotDirectoryException) {
      return "there is a file where a directory must be";
    }
    if (e instanceof DirectoryNotEmptyException) {
      return "there is a directory of that name";
    }
    return e instanceof FileSystemException f && f.getReason() != null
        ? f.getReason()
        : e.getMessage();
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
