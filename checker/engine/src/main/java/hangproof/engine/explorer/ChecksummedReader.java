// SPDX-License-Identifier: MIT
package hangproof.engine.explorer;

import java.io.EOFException;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/** Reads what a {@link ChecksummedWriter} has written. */
final class ChecksummedReader implements AutoCloseable {
  private final FileInputStream from;
  private final ByteBuffer buffer = ByteBuffer.allocate(ChecksummedWriter.BUFFER).limit(0);
  private final CRC32C checksum = new CRC32C();

  /** Bytes in front of the checksum that have not been given out. */
  private long left;

  /** Bytes in front of the checksum that are not in the buffer either. */
  private long unread;

  ChecksummedReader(Path file) throws IOException {
    left = Files.size(file) - Long.BYTES;
    unread = left;
    from = new FileInputStream(file.toFile());
  }

  int getInt() throws IOException {
    require(Integer.BYTES);
    return buffer.getInt();
  }

  long getLong() throws IOException {
    require(Long.BYTES);
    return buffer.getLong();
  }

  long[] getLongs() throws IOException {
    return getLongs(count(Long.BYTES));
  }

  /** A number of things that follow, each of which takes some bytes: never more than there are. */
  int count(int bytesOfEach) throws IOException {
    int n = getInt();
    if (n < 0 || (long) n * bytesOfEach > left) {
      throw new IOException("it is damaged: it speaks of more than it holds");
    }
    return n;
  }

  long[] getLongs(int n) throws IOException {
    long[] values = new long[n];
    for (int i = 0; i < n; i++) {
      values[i] = getLong();
    }
    return values;
  }

  int[] getInts(int n) throws IOException {
    int[] values = new int[n];
    for (int i = 0; i < n; i++) {
      values[i] = getInt();
    }
    return values;
  }

  private void require(int bytes) throws IOException {
    left -= bytes;
    if (left < 0) {
      throw new EOFException("it is truncated");
    }
    if (buffer.remaining() < bytes) {
      buffer.compact();
      int before = buffer.position();
      buffer.limit((int) Math.min(buffer.capacity(), before + unread));
      fill();
      checksum.update(buffer.duplicate().flip().position(before));
      unread -= buffer.position() - before;
      buffer.flip();
    }
  }

  private void fill() throws IOException {
    while (buffer.hasRemaining()) {
      int n = from.read(buffer.array(), buffer.position(), buffer.remaining());
      if (n < 0) {
        throw new EOFException("it is truncated");
      }
      buffer.position(buffer.position() + n);
    }
  }

  /**
   * Compares the checksum.
   *
   * @throws IOException if anything was left, or is not as it was written
   */
  void finish() throws IOException {
    if (left != 0) {
      throw new IOException("it is damaged: there is more in it than it speaks of");
    }
    buffer.clear().limit(Long.BYTES);
    fill();
    if (buffer.flip().getLong() != checksum.getValue()) {
      throw new IOException("it is damaged: its checksum is wrong");
    }
  }

  @Override
  public void close() throws IOException {
    from.close();
  }
}
