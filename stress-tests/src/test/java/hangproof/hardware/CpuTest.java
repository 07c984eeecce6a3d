// SPDX-License-Identifier: GPL-2.0-only
package hangproof.hardware;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class CpuTest {
  @Test
  void takesTheModelName() {
    assertThat(Cpu.name(List.of("processor\t: 0", "model name\t: Any CPU @ 2.00GHz", "")))
        .isEqualTo("Any CPU @ 2.00GHz");
  }

  @Test
  void fallsBackToTheArchitecture() {
    assertThat(Cpu.name(List.of("processor\t: 0", "CPU part\t: 0xd0c", "model name\t: ")))
        .isEqualTo(System.getProperty("os.arch"));
  }
}
