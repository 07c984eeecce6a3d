// SPDX-License-Identifier: MIT
package hangproof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import hangproof.engine.MemoryModel;
import hangproof.engine.cases.Case;
import hangproof.engine.cases.Cases;
import hangproof.engine.cases.Expectation;
import hangproof.engine.explorer.Violation;
import hangproof.engine.fixtures.FixtureCases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Execution graphs as files: written by check, walked again by replay, and not taken on trust. */
final class ReplayGraphTest {
  private static final String LOST = "graph/announces";
  private static final String RIGHT = "graph/announces-with-barrier";

  @TempDir private Path dir;
  private Path graph;

  private static Cases cases() {
    return Cases.of(
        List.of(
            () ->
                List.of(
                    of(LOST, FixtureCases.BUFFERED)
                        .expect(MemoryModel.LKMM, Expectation.sometimes(Violation.IO_HANG)),
                    of(RIGHT, FixtureCases.BARRIER)
                        .expect(MemoryModel.LKMM, Expectation.never()))));
  }

  private static Case of(String name, String fixture) {
    Case like = FixtureCases.all().find(fixture);
    return Case.of(name, like.claim()).program((m, b) -> like.build(m, like.usualBounds()));
  }

  private Cli replay() {
    return Cli.run(cases(), false, "replay", graph + "");
  }

  private void edit(String from, String to) throws IOException {
    String text = Files.readString(graph);
    assertThat(text).contains(from);
    Files.writeString(graph, text.replace(from, to));
  }

  @BeforeEach
  void writeGraph() {
    Cli cli = Cli.run(cases(), false, "check", LOST, "--traces", dir + "");
    assertThat(cli.code()).isZero();
    graph = dir.resolve(LOST + "/lkmm.json");
  }

  @Test
  void isConfirmed() {
    Cli cli = replay();
    assertThat(cli.code()).as(cli.err()).isZero();
    assertThat(cli.out()).contains("and waits", "Confirmed: io-hang, ", "allowed by LKMM.");
  }

  /** The same accesses, but the memory model does not allow them with the barriers. */
  @Test
  void isNotAllowedWithTheBarriers() throws IOException {
    edit(LOST, RIGHT);
    Cli cli = replay();
    assertThat(cli.code()).isEqualTo(ExitCode.MISSED);
    assertThat(cli.err())
        .contains(
            "a witness does not replay: the memory model does not allow it",
            "hangproof check graph/announces-with-barrier --model lkmm");
  }

  @Test
  void isNotAllowedUnderAnotherModel() throws IOException {
    edit("\"model\": \"lkmm\"", "\"model\": \"sc\"");
    assertThat(replay().err()).contains("the memory model does not allow it");
  }

  @Test
  void showsNothingElse() throws IOException {
    edit("\"io-hang\"", "\"leak\"");
    assertThat(replay().err()).contains("a witness does not replay: nothing has leaked");
  }

  @ParameterizedTest
  @CsvSource({
    "'\"value\":0', '\"value\":1', a witness does not replay",
    "'\"location\":1', '\"location\":0', a witness does not replay",
    "'\"location\":1', '\"location\":77', there is no cell 77",
    "'\"role\":1', '\"role\":9', there is no role 9",
    "'\"writes\":[[0,0]]', '\"writes\":[]', not those of its writes",
    "'\"writes\":[[0,0]]', '\"writes\":[[0,0],[0,0]]', a write comes twice",
    "'\"kind\":\"WRITE\"', '\"kind\":\"READ\"', not those of its writes"
  })
  void isNotTakenOnTrust(String from, String to, String why) throws IOException {
    edit(from, to);
    Cli cli = replay();
    assertThat(cli.err()).contains(why);
    assertThat(cli.code()).isEqualTo(ExitCode.MISSED);
  }

  @Test
  void whatIsDamagedIsAUsageError() throws IOException {
    String text = Files.readString(graph);
    for (int length = 0; length < text.length() - 2; length += 97) {
      Files.writeString(graph, text.substring(0, length));
      assertThat(replay().code()).isEqualTo(ExitCode.USAGE);
    }
    Files.writeString(graph, text.replace("\"version\": 1", "\"version\": 7"));
    assertThat(replay().err()).contains("is a graph of version 7; this hangproof reads version 1");
    Files.writeString(graph, text.replace("\"graph\"", "\"grape\""));
    assertThat(replay().err()).contains("damaged");
    Files.writeString(graph, text.replace("\"io-hang\"", "\"io-hung\""));
    assertThat(replay().err()).contains("violation io-hung is unknown here");
    Files.writeString(graph, text.replace(LOST, "graph/gone"));
    assertThat(replay().err()).contains("is of the case graph/gone, which is not here");
  }

  /** Digits changed at random: confirmed, not confirmed or unreadable, but never a crash. */
  @Test
  void changedDigitsNeverCrash() throws IOException {
    String text = Files.readString(graph);
    Random random = new Random(1);
    int refused = 0;
    for (int round = 0; round < 200; round++) {
      StringBuilder changed = new StringBuilder(text);
      for (int change = 0; change < 1 + round % 3; change++) {
        int at = random.nextInt(changed.length());
        while (!Character.isDigit(changed.charAt(at))) {
          at = (at + 1) % changed.length();
        }
        changed.setCharAt(at, (char) ('0' + random.nextInt(10)));
      }
      Files.writeString(graph, changed);
      Cli cli = replay();
      assertThat(cli.code())
          .as(changed + cli.err())
          .isIn(ExitCode.AS_EXPECTED, ExitCode.MISSED, ExitCode.USAGE);
      refused += cli.code() == ExitCode.MISSED ? 1 : 0;
    }
    assertThat(refused).isGreaterThan(20);
  }
}
