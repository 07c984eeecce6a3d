// SPDX-License-Identifier: MIT
package hangproof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import hangproof.engine.MemoryModel;
import hangproof.engine.cases.Case;
import hangproof.engine.cases.Cases;
import hangproof.engine.cases.Expectation;
import hangproof.engine.fixtures.FixtureCases;
import hangproof.machine.Atomic;
import hangproof.machine.Machine;
import hangproof.machine.Port;
import hangproof.machine.Program;
import hangproof.machine.Role;
import hangproof.machine.Work;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ExplainCommandTest {
  @TempDir Path dir;
  private Path trace;

  @BeforeEach
  void writeATrace() throws IOException {
    Cli.run("check", FixtureCases.BUFFERED, "--model", "tso", "--traces", dir.toString());
    try (Stream<Path> files = Files.walk(dir)) {
      List<Path> traces = files.filter(f -> f.toString().endsWith(".json")).toList();
      assertThat(traces).hasSize(1);
      trace = traces.get(0);
    }
  }

  @Test
  void itTellsTheStepsOfBothRolesAndWhereTheWakeupWasLost() {
    Cli cli = Cli.run("explain", trace.toString());
    assertThat(cli.code()).as(cli.err()).isZero();
    assertThat(cli.out())
        .contains(
            "wakeup/announces-first under x86-TSO: io-hang", "sleeper in", "waker in", "Lost ");
  }

  @Test
  void tooFewStatesAreUnknown() {
    Cli cli = Cli.run("explain", trace.toString(), "--states", "0");
    assertThat(cli.code()).isEqualTo(20);
    assertThat(cli.out()).contains("give --states more");
  }

  @Test
  void aTraceOfAnotherProgramIsSaidSo() throws IOException {
    Files.writeString(
        trace, Files.readString(trace).replace(FixtureCases.BUFFERED, FixtureCases.BARRIER));
    Cli cli = Cli.run("explain", trace.toString());
    assertThat(cli.code()).isEqualTo(11);
    assertThat(cli.err()).contains("has changed since");
  }

  @Test
  void aFileThatIsNotThereIsAUsageError() {
    assertThat(Cli.run("explain", dir.resolve("none.json").toString()).code()).isEqualTo(64);
  }

  @Test
  void whatHangsInAnyOrderIsSaidSo() throws IOException {
    Cases cases =
        Cases.of(
            List.of(
                () ->
                    List.of(
                        Case.of("bell/mute", "somebody rings")
                            .expect(MemoryModel.SC, Expectation.never())
                            .program((machine, bounds) -> mute(machine)))));
    Cli.run(cases, false, "check", "bell", "--traces", dir.toString());
    Cli cli = Cli.run(cases, false, "explain", dir.resolve("bell/mute/sc.json").toString());
    assertThat(cli.code()).as(cli.err()).isZero();
    assertThat(cli.out()).contains("No schedule avoids it", "Asleep  sleeper");
  }

  private static Program mute(Machine m) {
    class Bell extends Port {
      final Work bell = machine.work("bell");
      final Atomic done = machine.ghost("done", 1);

      Bell() {
        super(m);
      }

      int answer() {
        take_work(bell);
        atomic_inc(done);
        return Role.END;
      }
    }

    Bell b = new Bell();
    return new Program(m)
        .role("sleeper", turn -> b.answer())
        .completion("it was answered", memory -> memory.get(b.done) == 1);
  }
}
