// SPDX-License-Identifier: MIT
package hangproof.engine.explorer;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/** Writes numbers to a file, and their checksum at its end. */
final class ChecksummedWriter implements AutoCloseable {
  static final int BUFFER = 1 << 20;

  /** A stream: a channel would be closed by an interrupt, which is when we are needed. */
  private final FileOutputStream out;

  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
  private final CRC32C checksum = new CRC32C();

  ChecksummedWriter(Path file) throws IOException {
    out = new FileOutputStream(file.toFile());
  }

  void putInt(int value) throws IOException {
    room(Integer.BYTES);
    buffer.putInt(value);
  }

  void putLong(long value) throws IOException {
    room(Long.BYTES);
    buffer.putLong(value);
  }

  void putLongs(long[] values) throws IOException {
    putInt(values.length);
    putLongs(values, values.length);
  }

  void putLongs(long[] values, int length) throws IOException {
    for (int i = 0; i < length; i++) {
      putLong(values[i]);
    }
  }

  void putInts(int[] values, int length) throws IOException {
    for (int i = 0; i < length; i++) {
      putInt(values[i]);
    }
  }

  private void room(int bytes) throws IOException {
    if (buffer.remaining() < bytes) {
      flush(true);
    }
  }

  private void flush(boolean summed) throws IOException {
    buffer.flip();
    if (summed) {
      checksum.update(buffer.duplicate());
    }
    out.write(buffer.array(), 0, buffer.limit());
    buffer.clear();
  }

  /** Writes the checksum, and waits until all of it is on the disk. */
  void finish() throws IOException {
    flush(true);
    buffer.putLong(checksum.getValue());
    flush(false);
    out.getFD().sync();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
