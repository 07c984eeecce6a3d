// SPDX-License-Identifier: GPL-2.0-only
package hangproof.hardware;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import hangproof.engine.cases.Case;
import hangproof.engine.cases.Cases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the index of results/ says of tests on a real processor is about tests that there are. */
class CasesNameTheirTestsTest {
  private static final String JCSTRESS = "JCStress ";
  private static final String LINCHECK = "Lincheck ";

  private static List<String> named(String tool) {
    List<String> tests = new ArrayList<>();
    for (Case c : Cases.load().all()) {
      for (String test : c.hardware().split(", ", -1)) {
        if (test.startsWith(tool)) {
          tests.add(test.substring(tool.length()));
        }
      }
    }
    return tests;
  }

  @Test
  void jcstressTests() {
    assertThat(named(JCSTRESS))
        .isNotEmpty()
        .allSatisfy(
            test ->
                assertThatCode(() -> Class.forName("hangproof.jcstress." + test.replace('.', '$')))
                    .doesNotThrowAnyException());
  }

  @Test
  void lincheckTests() throws IOException {
    StringBuilder sources = new StringBuilder();
    try (Stream<Path> files = Files.list(Path.of("src/test/java/hangproof/lincheck"))) {
      for (Path file : files.toList()) {
        sources.append(Files.readString(file));
      }
    }
    assertThat(named(LINCHECK))
        .isNotEmpty()
        .allSatisfy(test -> assertThat(sources).contains('"' + test + '"'));
  }
}
