// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;

/** The project's own litmus tests: one claim each, with its verdict. */
final class OwnSet {
  private OwnSet() {}

  static List<Path> files() throws IOException, URISyntaxException {
    return LitmusSuite.find(List.of(Path.of(OwnSet.class.getResource("/litmus").toURI())));
  }

  static String name(Path file) {
    return file.getFileName().toString().replace(".litmus", "");
  }

  /** "states positive negative race". */
  static String counts(LitmusResult result) {
    return String.format(
        "%d %d %d %s",
        result.states().size(), result.positive(), result.negative(), result.dataRace());
  }
}
