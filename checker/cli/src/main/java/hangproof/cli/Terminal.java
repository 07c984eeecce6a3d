// SPDX-License-Identifier: MIT
package hangproof.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether a person reads along. */
final class Terminal {
  private Terminal() {}

  static boolean onStandardError() {
    return isTerminal(2);
  }

  /** Colours are for terminals, and for nobody who sets NO_COLOR (no-color.org). */
  static boolean coloursOnOutput() {
    return isTerminal(1)
        && System.getenv("NO_COLOR") == null
        && !"dumb".equals(System.getenv("TERM"));
  }

  /**
   * Java 17 tells only whether input and output are terminals, both together, and later versions
   * mean other things by the same call; Linux tells each.
   */
  private static boolean isTerminal(int descriptor) {
    try {
      Path target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor));
      return target.startsWith("/dev/pts")
          || target.toString().startsWith("/dev/tty")
          || target.equals(Path.of("/dev/console"));
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }
}
