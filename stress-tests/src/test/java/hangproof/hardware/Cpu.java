// SPDX-License-Identifier: GPL-2.0-only
package hangproof.hardware;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The processor that results come from; never the host. */
final class Cpu {
  private static final List<String> KEYS = List.of("model name", "cpu model", "cpu", "uarch");

  private Cpu() {}

  static String name() {
    try {
      return name(Files.readAllLines(Path.of("/proc/cpuinfo")));
    } catch (IOException e) {
      return System.getProperty("os.arch");
    }
  }

  /** The name in the lines of /proc/cpuinfo, which each architecture writes in its own way. */
  static String name(List<String> cpuinfo) {
    return KEYS.stream()
        .flatMap(key -> value(cpuinfo, key).stream())
        .findFirst()
        .orElse(System.getProperty("os.arch"));
  }

  private static Optional<String> value(List<String> cpuinfo, String key) {
    return cpuinfo.stream()
        .map(line -> line.split(":", 2))
        .filter(pair -> pair.length == 2 && pair[0].strip().toLowerCase(Locale.ROOT).equals(key))
        .map(pair -> pair[1].strip())
        .filter(name -> !name.isEmpty())
        .findFirst();
  }
}
