// SPDX-License-Identifier: MIT
package hangproof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class LitmusCommandTest {
  private static final String BODY =
      """
      {}
      P0(int *x, int *y) { WRITE_ONCE(*x, 1); int r0 = READ_ONCE(*y); }
      P1(int *x, int *y) { WRITE_ONCE(*y, 1); int r0 = READ_ONCE(*x); }
      exists (0:r0=0 /\\ 1:r0=0)
      """;

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    return new CommandLine(new LitmusCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(args);
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private String storeBuffering(String name, String recorded) throws IOException {
    return file(name, "C SB\n(* Result: " + recorded + " *)\n" + BODY);
  }

  @Test
  void oneTestIsShownInHerdsWords() throws IOException {
    assertThat(run(storeBuffering("sb.litmus", "Sometimes"))).isZero();
    assertThat(out.toString())
        .startsWith("Test SB Allowed\nStates 4\n0:r0=0; 1:r0=0;\n")
        .contains("\nOk\nWitnesses\nPositive: 1 Negative: 3\n")
        .contains("\nObservation SB Sometimes 1 3\n");
  }

  @Test
  void modelsDiffer() throws IOException {
    String file = storeBuffering("sb.litmus", "Never");
    assertThat(run("--model", "sc", file)).isZero();
    assertThat(run("--model", "tso", file)).isEqualTo(10);
  }

  @Test
  void anUnsupportedTestDoesNotStopTheRest() throws IOException {
    storeBuffering("a.litmus", "Sometimes");
    file("b.litmus", "C bad\n{}\nP0(int *x) { smp_memb(); }\nexists (x=1)\n");
    storeBuffering("c.litmus", "Never");
    assertThat(run(folder.toString())).isEqualTo(64);
    assertThat(out.toString())
        .contains("3:14: smp_memb() is not a primitive of the dialect")
        .contains("c.litmus")
        .contains("    1         1             0        0            1      3");
  }

  @Test
  void aLoopBoundGivesUnknown() throws IOException {
    String file =
        file(
            "spin.litmus",
            """
            C spin
            {}
            P0(int *x) { int r0; do { r0 = READ_ONCE(*x); } while (r0 == 0); }
            P1(int *x) { WRITE_ONCE(*x, 1); }
            exists (0:r0=2)
            """);
    assertThat(run(file)).isEqualTo(20);
    assertThat(out.toString()).contains("Observation spin Unknown");
  }

  @Test
  void nothingToRunIsAnError() {
    assertThat(run(folder.toString())).isEqualTo(31);
  }

  @Test
  void wrongUsage() {
    assertThat(run(folder.resolve("absent").toString())).isEqualTo(64);
    assertThat(run("--model", "arm", folder.toString())).isEqualTo(64);
    assertThat(run()).isEqualTo(64);
  }

  @Test
  void jsonHasOneObjectPerFile() throws IOException {
    storeBuffering("a.litmus", "Sometimes");
    file("b.litmus", "not a test");
    assertThat(run("--json", "-", folder.toString())).isEqualTo(64);
    JsonNode json = new ObjectMapper().readTree(out.toString());
    assertThat(json).hasSize(2);
    JsonNode first = json.get(0);
    assertThat(first.get("file").asText()).endsWith("a.litmus");
    assertThat(first.get("verdict").asText()).isEqualTo("sometimes");
    assertThat(first.get("recorded").asText()).isEqualTo("Sometimes");
    assertThat(first.get("agrees").asBoolean()).isTrue();
    assertThat(first.get("states").asInt()).isEqualTo(4);
    assertThat(first.get("positive").asInt()).isEqualTo(1);
    assertThat(first.get("negative").asInt()).isEqualTo(3);
    assertThat(first.get("dataRace").asBoolean()).isFalse();
    assertThat(first.get("reason").isNull()).isTrue();
    JsonNode second = json.get(1);
    assertThat(second.get("verdict").asText()).isEqualTo("unknown");
    assertThat(second.get("agrees").isNull()).isTrue();
    assertThat(second.get("reason").asText()).startsWith("1:1: ");
  }
}
