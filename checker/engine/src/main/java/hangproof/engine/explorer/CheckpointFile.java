// SPDX-License-Identifier: MIT
package hangproof.engine.explorer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The file of {@link Checkpoints}: what a first pass has seen at the end of a level.
 *
 * <p>It is written aside, forced to the disk and renamed, so that there is always one whole file.
 * Its end is a checksum. A lock beside it keeps two runs apart.
 */
final class CheckpointFile implements AutoCloseable {
  private static final long MAGIC = 0x68616e6770726f66L;
  private static final int FORMAT = 1;

  private final Checkpoints checkpoints;
  private final Path file;
  private final FileChannel lockChannel;
  private long due;

  /**
   * Takes the lock.
   *
   * @throws UncheckedIOException if another run has it, or the directory cannot be written
   */
  CheckpointFile(Checkpoints checkpoints) {
    this.checkpoints = checkpoints;
    this.file = checkpoints.file().toAbsolutePath();
    this.due = System.nanoTime() + checkpoints.every().toNanos();
    try {
      Files.createDirectories(file.getParent());
      lockChannel =
          FileChannel.open(beside(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (!isLocked()) {
        lockChannel.close();
        throw new IOException(file + " is in use by another run");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean isLocked() throws IOException {
    try {
      FileLock lock = lockChannel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  private Path beside(String suffix) {
    return file.resolveSibling(file.getFileName() + suffix);
  }

  boolean exists() {
    return Files.exists(file);
  }

  /** Whether it is time to write again. */
  boolean isDue() {
    return System.nanoTime() >= due;
  }

  /** Writes; if that fails the user is warned, and the file before it stays. */
  void write(Search search, Search.Level level) {
    Path aside = beside(".new");
    try {
      try (ChecksummedWriter out = new ChecksummedWriter(aside)) {
        out.putLong(MAGIC);
        out.putInt(FORMAT);
        out.putLongs(search.visible.toLongArray());
        for (byte b : Fingerprint.of(search.program)) {
          out.putInt(b);
        }
        search.save(out, level);
        out.finish();
      }
      Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      checkpoints.warn().accept("no checkpoint was written: " + e);
    } finally {
      delete(aside);
    }
    due = System.nanoTime() + checkpoints.every().toNanos();
  }

  /**
   * The cells that the claims look at, as the run before has found out.
   *
   * @throws UncheckedIOException if the file is none of ours
   */
  BitSet visible() {
    try (ChecksummedReader in = new ChecksummedReader(file)) {
      return header(in);
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  /**
   * Reads everything into a new search.
   *
   * @throws UncheckedIOException if the file is damaged or of another program
   */
  void read(Search search) {
    try (ChecksummedReader in = new ChecksummedReader(file)) {
      header(in);
      byte[] written = new byte[Fingerprint.BYTES];
      for (int i = 0; i < written.length; i++) {
        written[i] = (byte) in.getInt();
      }
      if (!Arrays.equals(written, Fingerprint.of(search.program))) {
        throw new IOException(
            "it was written by a search of another program: other bounds, another version of the"
                + " case or of the checker");
      }
      search.restore(in);
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  private static BitSet header(ChecksummedReader in) throws IOException {
    if (in.getLong() != MAGIC) {
      throw new IOException("it is no checkpoint");
    }
    int format = in.getInt();
    if (format != FORMAT) {
      throw new IOException("it has format " + format + "; this version reads " + FORMAT);
    }
    return BitSet.valueOf(in.getLongs());
  }

  private UncheckedIOException unusable(IOException e) {
    return new UncheckedIOException(
        new IOException(
            "cannot go on from " + file + ": " + e.getMessage() + "; delete it to begin anew", e));
  }

  /** The search has come to a verdict: nobody will go on from here. */
  void delete() {
    delete(file);
  }

  private void delete(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      checkpoints.warn().accept("cannot delete " + path + ": " + e);
    }
  }

  @Override
  public void close() {
    try {
      lockChannel.close();
    } catch (IOException e) {
      checkpoints.warn().accept("cannot close the lock beside " + file + ": " + e);
    }
    // The lock's file stays: to delete it would race with a run that has just opened it.
  }
}
