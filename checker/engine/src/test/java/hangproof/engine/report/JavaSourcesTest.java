// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JavaSourcesTest {
  @TempDir private Path dir;

  @Test
  void findsTheOnlyFileOfAName() throws IOException {
    for (String file :
        new String[] {"m/src/main/java/a/A.java", "m/src/x/B.java", "n/src/B.java"}) {
      Files.createDirectories(dir.resolve(file).getParent());
      Files.writeString(dir.resolve(file), "");
    }
    JavaSources sources = JavaSources.under(dir);
    assertThat(sources.path("A.java")).isEqualTo("m/src/main/java/a/A.java");
    assertThat(sources.knows("B.java")).as("there are two").isFalse();
    assertThat(sources.path("C.java")).isEqualTo("C.java");
  }

  @Test
  void whatIsNotThereHasNoFiles() {
    assertThat(JavaSources.under(dir.resolve("none")).knows("A.java")).isFalse();
    assertThat(JavaSources.none().path("A.java")).isEqualTo("A.java");
  }
}
