// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Files that a report must be equal to. A person reads their difference: {@code mvn test
 * -Dhangproof.golden=true} writes them anew.
 */
final class Golden {
  private static final Path DIR = Path.of("src/test/resources/hangproof/engine/report");

  private Golden() {}

  static void assertGolden(String name, String text) throws IOException {
    Path file = DIR.resolve(name);
    if (Boolean.getBoolean("hangproof.golden")) {
      Files.createDirectories(DIR);
      Files.writeString(file, text);
    }
    assertThat(text).isEqualTo(Files.readString(file));
  }
}
