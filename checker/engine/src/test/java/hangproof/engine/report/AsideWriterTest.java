// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AsideWriterTest {
  @TempDir private Path dir;

  @Test
  void writesAllFiles() throws IOException {
    AsideWriter writer = new AsideWriter();
    writer.add(dir.resolve("a/b.txt"), "b");
    writer.add(dir.resolve("c.txt"), "c");
    writer.commit();
    assertThat(dir.resolve("a/b.txt")).hasContent("b");
    assertThat(dir.resolve("c.txt")).hasContent("c");
    assertThat(files()).isEqualTo(2);
  }

  @Test
  void whenOneFailsTheOldFilesAreIntactAndNothingIsLeftOver() throws IOException {
    Files.writeString(dir.resolve("a.txt"), "old");
    Files.writeString(dir.resolve("file"), "in the way");
    AsideWriter writer = new AsideWriter();
    writer.add(dir.resolve("a.txt"), "new");
    writer.add(dir.resolve("file/b.txt"), "b");
    assertThatThrownBy(writer::commit).isInstanceOf(IOException.class);
    assertThat(dir.resolve("a.txt")).hasContent("old");
    assertThat(files()).isEqualTo(2);
  }

  @Test
  void aFullDiskIsToldAndLeavesTheOldFiles() throws IOException {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full), "no /dev/full here: a full disk is not tried");
    Files.writeString(dir.resolve("a.txt"), "old");
    Files.writeString(dir.resolve("b.txt"), "old");
    // Where b.txt is written aside, every write fails as on a full disk.
    Files.createSymbolicLink(dir.resolve("b.txt.hangproof-new"), full);
    AsideWriter writer = new AsideWriter();
    writer.add(dir.resolve("a.txt"), "new");
    writer.add(dir.resolve("b.txt"), "new");
    assertThatThrownBy(writer::commit)
        .isInstanceOf(IOException.class)
        .hasMessage(
            "cannot write %s: No space left on device; all files are as they were",
            dir.resolve("b.txt"));
    assertThat(dir.resolve("a.txt")).hasContent("old");
    assertThat(dir.resolve("b.txt")).hasContent("old");
    assertThat(files()).isEqualTo(2);
  }

  @Test
  void aDirectoryInTheWayIsNamed() throws IOException {
    Files.createDirectories(dir.resolve("a.txt/sub"));
    assertThatThrownBy(() -> AsideWriter.write(dir.resolve("a.txt"), "new"))
        .hasMessageContaining("cannot replace " + dir.resolve("a.txt"));
    assertThat(dir.resolve("a.txt/sub")).isDirectory();
    assertThat(files()).isZero();
  }

  private long files() throws IOException {
    try (Stream<Path> all = Files.walk(dir)) {
      return all.filter(Files::isRegularFile).count();
    }
  }
}
