// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

  private long files() throws IOException {
    try (Stream<Path> all = Files.walk(dir)) {
      return all.filter(Files::isRegularFile).count();
    }
  }
}
