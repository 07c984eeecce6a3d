// SPDX-License-Identifier: MIT
package hangproof.engine.explorer;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file for what need not be in memory. It has no name once it is open, so that nothing is left of
 * it however the program ends.
 *
 * <p>No channel: an interrupt would close it, and the search is to say what it has covered.
 */
final class Spill implements AutoCloseable {
  private final RandomAccessFile file;
  private ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
  private long end;

  /**
   * @param directory in which there is room
   * @throws Failure if no file can be made there
   */
  Spill(Path directory) {
    try {
      Files.createDirectories(directory);
      Path path = Files.createTempFile(directory, "hangproof-", ".states");
      try {
        file = new RandomAccessFile(path.toFile(), "rw");
      } finally {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new Failure("states cannot be kept in " + directory, e);
    }
  }

  /** Writes at the end, and tells where that is. */
  synchronized long write(long[] longs, int[] ints) {
    int bytes = Long.BYTES * longs.length + Integer.BYTES * ints.length;
    room(bytes);
    buffer.asLongBuffer().put(longs);
    buffer.position(Long.BYTES * longs.length);
    buffer.asIntBuffer().put(ints);
    long position = end;
    try {
      file.seek(position);
      file.write(buffer.array(), 0, bytes);
    } catch (IOException e) {
      throw new Failure("the states cannot be written to disk", e);
    }
    end += bytes;
    return position;
  }

  synchronized void readLongs(long position, long[] into) {
    read(position, Long.BYTES * into.length);
    buffer.asLongBuffer().get(into);
  }

  synchronized int readInt(long position) {
    read(position, Integer.BYTES);
    return buffer.getInt();
  }

  private void read(long position, int bytes) {
    room(bytes);
    try {
      file.seek(position);
      file.readFully(buffer.array(), 0, bytes);
    } catch (IOException e) {
      throw new Failure("the states cannot be read back from disk", e);
    }
  }

  private void room(int bytes) {
    if (buffer.capacity() < bytes) {
      buffer = ByteBuffer.allocate(bytes);
    }
    buffer.clear();
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw new Failure("the file of the states cannot be closed", e);
    }
  }

  /** The disk does not do what it should. */
  static final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Failure(String what, IOException cause) {
      super(what + ": " + cause.getMessage(), cause);
    }
  }
}
