// SPDX-License-Identifier: MIT
package hangproof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import hangproof.engine.fixtures.FixtureCases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReplayCommandTest {
  @TempDir private Path dir;
  private Path trace;

  @BeforeEach
  void writeTrace() {
    Cli.run("check", FixtureCases.BUFFERED, "--traces", dir + "");
    trace = dir.resolve(FixtureCases.BUFFERED + "/tso.json");
  }

  @Test
  void confirmsATrace() {
    Cli cli = Cli.run("replay", trace + "");
    assertThat(cli.code()).isZero();
    assertThat(cli.out()).contains("prepare_to_wait", "Confirmed: io-hang, ");
    assertThat(Cli.run("replay", "-q", trace + "").out()).startsWith("Confirmed");
  }

  @Test
  void aPortThatDoesOtherThingsIsAMissedViolation() throws IOException {
    edit(FixtureCases.BUFFERED, FixtureCases.BARRIER);
    Cli cli = Cli.run("replay", trace + "");
    assertThat(cli.code()).isEqualTo(11);
    assertThat(cli.err())
        .contains("the witness does not replay", "hangproof check wakeup/announces-with-barrier");
  }

  @Test
  void aMissingFileIsAUsageError() {
    assertUsage("there is no file", dir.resolve("none.json"));
    assertUsage("there is no file", dir);
  }

  @Test
  void anotherVersionIsAUsageError() throws IOException {
    edit("\"version\": 1", "\"version\": 2");
    assertUsage("is a trace of version 2; this hangproof reads version 1. Check the case", trace);
  }

  @Test
  void aTruncatedTraceIsAUsageError() throws IOException {
    String text = Files.readString(trace);
    for (int length : new int[] {0, 1, 30, text.length() / 2, text.length() - 3}) {
      Files.writeString(trace, text.substring(0, length));
      Cli cli = Cli.run("replay", trace + "");
      assertThat(cli.code()).isEqualTo(64);
      assertThat(cli.err()).contains(trace + "");
    }
  }

  @Test
  void aForeignFileIsAUsageError() throws IOException {
    Files.writeString(trace, "{\"format\": \"other\"}");
    assertUsage("is no trace of hangproof", trace);
    Files.writeString(trace, "[1, 2]");
    assertUsage("is no trace of hangproof", trace);
    Files.write(trace, new byte[] {(byte) 0xff, (byte) 0xfe, 0});
    assertUsage("is no trace of hangproof", trace);
  }

  @Test
  void aTraceWithoutItsScriptIsAUsageError() throws IOException {
    edit("\"script\":", "\"scrap\":");
    assertUsage("damaged", trace);
    Files.writeString(trace, "{\"format\": \"hangproof-trace\", \"version\": 1}");
    assertUsage("damaged", trace);
  }

  @Test
  void anUnknownCaseModelOrBoundIsAUsageError() throws IOException {
    String text = Files.readString(trace);
    edit(FixtureCases.BUFFERED, "wakeup/gone");
    assertUsage("is of the case wakeup/gone, which is not here", trace);
    Files.writeString(trace, text.replace("\"model\": \"tso\"", "\"model\": \"arm\""));
    assertUsage("memory model arm", trace);
    Files.writeString(trace, text.replace("\"wakers\":1", "\"wakers\":9"));
    assertUsage("takes 1 to 3", trace);
  }

  /**
   * A line less, and in each line a value less: never an internal error, never a wrong
   * confirmation.
   */
  @Test
  void whateverIsDamagedIsToldAndNeverAnInternalError() throws IOException {
    List<String> lines = Files.readAllLines(trace);
    for (int i = 0; i < lines.size(); i++) {
      List<String> fewer = new ArrayList<>(lines);
      fewer.remove(i);
      assertToldOrHarmless(String.join("\n", fewer), "without line " + (i + 1));
      List<String> nulls = new ArrayList<>(lines);
      nulls.set(i, lines.get(i).replaceAll(":\\s?(\"[^\"]*\"|-?\\d+)", ": null"));
      assertToldOrHarmless(String.join("\n", nulls), "null in line " + (i + 1));
      List<String> numbers = new ArrayList<>(lines);
      numbers.set(i, lines.get(i).replaceAll(":\\s?-?\\d+", ": 99999"));
      assertToldOrHarmless(String.join("\n", numbers), "another number in line " + (i + 1));
    }
  }

  private void assertToldOrHarmless(String text, String damage) throws IOException {
    Files.writeString(trace, text);
    Cli cli = Cli.run("replay", trace + "");
    assertThat(cli.code()).as(damage + cli.err()).isIn(0, 11, 64);
    if (cli.code() != 0) {
      assertThat(cli.err()).as(damage).isNotBlank();
    }
  }

  @Test
  void theFullReportIsLonger() {
    assertThat(Cli.run("replay", trace + "").out().length())
        .isLessThan(Cli.run("replay", "--full", trace + "").out().length());
  }

  private void edit(String from, String to) throws IOException {
    String text = Files.readString(trace);
    assertThat(text).contains(from);
    Files.writeString(trace, text.replace(from, to));
  }

  private static void assertUsage(String message, Path file) {
    Cli cli = Cli.run("replay", file + "");
    assertThat(cli.err()).contains(message);
    assertThat(cli.code()).isEqualTo(64);
  }
}
