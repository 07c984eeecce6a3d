// SPDX-License-Identifier: MIT
package hangproof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import hangproof.engine.fixtures.FixtureCases;
import org.junit.jupiter.api.Test;

final class AuditCommandTest {
  @Test
  void saysWhatIsNeededAndWhatPairs() {
    Cli cli = Cli.run("audit", FixtureCases.BARRIER, "--model", "sc,tso");
    assertThat(cli.code()).isEqualTo(ExitCode.AS_EXPECTED);
    assertThat(cli.out().lines())
        .anyMatch(l -> l.matches(" +1 +smp_mb\\(\\) in wait_event/prepare_to_wait .*"))
        .anyMatch(l -> l.matches(" +2 +smp_mb\\(\\) in wake_up .*"))
        .contains(
            "  SC       as it is: Never",
            "  SC       without 1 and 2 and 3: not needed within these bounds",
            "  x86-TSO  without 1: needed (IO hang)",
            "  x86-TSO  without 2: needed (IO hang)",
            "  x86-TSO  without 3: not needed within these bounds",
            "  x86-TSO  1 pairs with 2");
  }

  @Test
  void printsATable() {
    Cli cli = Cli.run("audit", FixtureCases.BARRIER, "--model", "tso", "--markdown");
    assertThat(cli.out().lines())
        .contains(
            "|   | barrier or ordering | x86-TSO | pairs with |",
            "| 2 | `smp_mb()` in `wake_up` | **needed** (IO hang) | 1 (x86-TSO) |");
  }

  @Test
  void saysThatItIsWrongAsItIs() {
    Cli cli = Cli.run("audit", FixtureCases.LOST, "--model", "sc", "--show");
    assertThat(cli.code()).isEqualTo(ExitCode.AS_EXPECTED);
    assertThat(cli.out()).contains("SC       as it is: Sometimes").doesNotContain("needed");
    assertThat(cli.out()).contains("and waits");
  }

  @Test
  void takesOneCase() {
    Cli family = Cli.run("audit", "wakeup");
    assertThat(family.code()).isEqualTo(ExitCode.USAGE);
    assertThat(family.err()).contains("wakeup is a family of cases");
    assertThat(Cli.run("audit", "no/such").code()).isEqualTo(ExitCode.USAGE);
  }
}
