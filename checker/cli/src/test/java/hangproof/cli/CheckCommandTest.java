// SPDX-License-Identifier: MIT
package hangproof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import hangproof.engine.cases.Cases;
import hangproof.engine.fixtures.FixtureCases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CheckCommandTest {
  @TempDir private Path dir;

  @ParameterizedTest
  @CsvSource({
    "wakeup, 0",
    "wakeup/looks-first, 0",
    "wrong/missed, 11",
    "wrong/unexpected, 10",
    "wrong/other-kind, 10",
    "drifted, 10",
    "broken/program, 70",
    "wrong, 11", // a missed one beats those that were not expected
  })
  void exitsWithTheFirstCodeThatApplies(String name, int code) {
    assertThat(Cli.run("check", name).code()).isEqualTo(code);
  }

  @Test
  void aFailureOfTheProgramBeatsAllVerdicts() {
    Cli cli = Cli.run("check", "wrong", "broken");
    assertThat(cli.code()).isEqualTo(70);
    assertThat(cli.out()).contains("NOT PROVED", "internal error", "no program today");
    assertThat(cli.err()).contains("please report it");
  }

  @Test
  void unknownIsNotSuccess() {
    Cli cli = Cli.run("check", "counters", "--set", "roles=6,turns=20", "--time", "1ms");
    assertThat(cli.code()).isEqualTo(20);
    assertThat(cli.out()).contains("Unknown", "NOT PROVED", "time limit");
  }

  @Test
  void nothingIsExpectedAtOtherBounds() {
    assertThat(Cli.run("check", "wrong/missed", "--set", "wakers=2").code()).isZero();
    assertThat(Cli.run("check", FixtureCases.LOST, "--set", "wakers=2").code()).isEqualTo(10);
    assertThat(Cli.run("check", FixtureCases.LOST, "--set", "wakers=1").code()).isZero();
  }

  @Test
  void parametersThatDoNotGoTogetherAreTheUsersMistake() {
    Cli cli = Cli.run("check", FixtureCases.LARGE, "--set", "roles=2,least=3");
    assertThat(cli.code()).isEqualTo(64);
    assertThat(cli.err())
        .contains(
            "counters/large cannot be made with ", "roles=2", "2 roles are fewer than the least")
        .doesNotContain("internal error");
    assertThat(cli.out()).isEmpty();
  }

  @Test
  void aCaseWithoutParametersSaysSo() {
    Cli cli = Cli.run("check", FixtureCases.BROKEN, "--set", "roles=2");
    assertThat(cli.code()).isEqualTo(64);
    assertThat(cli.err()).contains("no parameter 'roles'; it has none");
  }

  @Test
  void aModelThatNoCaseSpeaksOfRunsNothing() {
    Cli cli = Cli.run("check", "counters", "--model", "tso");
    assertThat(cli.code()).isEqualTo(31);
    assertThat(cli.err()).contains("nothing ran");
  }

  @Test
  void noCasesIsNotSuccess() {
    assertThat(Cli.run(Cases.of(List.of()), false, "check").code()).isEqualTo(31);
  }

  @Test
  void printsALineForEachAndASummary() {
    Cli cli = Cli.run("check", "wakeup", "--model", "sc");
    assertThat(cli.out().lines()).hasSize(4);
    assertThat(cli.out())
        .containsPattern(
            "wakeup/looks-first             SC       Sometimes, IO hang    as expected .* states,"
                + " .* s, witness of \\d+ steps")
        .contains("3 checked, 3 as expected");
    assertThat(cli.err()).isEmpty();
  }

  @Test
  void quietSaysOnlyWhatIsWrong() {
    assertThat(Cli.run("check", "wakeup", "--quiet").out()).isEmpty();
    assertThat(Cli.run("check", "wrong/missed", "-q", "--model", "sc").out())
        .contains("MISSED", "expected: Sometimes (IO hang)");
  }

  @Test
  void driftShowsBothCounts() {
    assertThat(Cli.run("check", "drifted").out())
        .contains("COUNTS DRIFTED", "recorded: Never 1 2 3 4 0 -", "counted:  Never ");
  }

  @Test
  void countsAreNotComparedWithoutAReduction() {
    assertThat(Cli.run("check", "drifted", "--no-reduction", "minimise,VOID").code()).isZero();
  }

  @Test
  void showsTheRaceOfAViolationThatWasNotExpected() {
    assertThat(Cli.run("check", "wrong/unexpected", "--model", "sc").out())
        .contains("prepare_to_wait");
    assertThat(Cli.run("check", FixtureCases.LOST, "--model", "sc").out())
        .doesNotContain("prepare_to_wait");
    assertThat(Cli.run("check", FixtureCases.LOST, "--model", "sc", "--show").out())
        .contains("prepare_to_wait");
  }

  @Test
  void jsonHasAllKeys() throws IOException {
    Path file = dir.resolve("verdicts.json");
    Path traces = dir.resolve("traces");
    Cli cli = Cli.run("check", FixtureCases.BUFFERED, "--json", file + "", "--traces", traces + "");
    assertThat(cli.code()).isZero();
    JsonNode array = new ObjectMapper().readTree(Files.readString(file));
    assertThat(array).hasSize(2);
    List<String> keys = new ArrayList<>();
    array.get(0).fieldNames().forEachRemaining(keys::add);
    assertThat(keys)
        .containsExactly(
            "case",
            "model",
            "verdict",
            "expected",
            "violation",
            "scope",
            "states",
            "steps",
            "executions",
            "depth",
            "terminals",
            "stallStates",
            "cpuSeconds",
            "wallSeconds",
            "bytesPerState",
            "omissionProbability",
            "bounds",
            "reason",
            "witness");
    assertThat(array.get(0).get("verdict").asText()).isEqualTo("never");
    assertThat(array.get(0).get("witness").isNull()).isTrue();
    JsonNode tso = array.get(1);
    assertThat(tso.get("model").asText()).isEqualTo("tso");
    assertThat(tso.get("verdict").asText()).isEqualTo("sometimes");
    assertThat(tso.get("expected").asText()).isEqualTo("sometimes");
    assertThat(tso.get("violation").asText()).isEqualTo("io-hang");
    assertThat(tso.get("bounds").get("wakers").asInt()).isEqualTo(1);
    assertThat(Path.of(tso.get("witness").asText())).isRegularFile();
    assertThat(traces.resolve("wakeup/announces-first/tso.txt")).isRegularFile();
  }

  @Test
  void fingerprintsSayHowProbablyAVerdictIsWrong() throws IOException {
    String[] wide = {"check", "counters", "--set", "roles=3,idle=8", "--json", "-"};
    Path states = dir.resolve("states");

    Cli exact = Cli.run(wide);
    Cli cli = Cli.run(Cli.with(wide, "--fingerprints", "--spill", states.toString()));

    assertThat(cli.code()).isZero();
    assertThat(cli.err()).contains("but for a probability of at most");
    JsonNode one = new ObjectMapper().readTree(cli.out()).get(0);
    JsonNode other = new ObjectMapper().readTree(exact.out()).get(0);
    assertThat(one.get("omissionProbability").asDouble()).isBetween(1e-30, 1e-10);
    assertThat(other.get("omissionProbability").asDouble()).isZero();
    assertThat(one.get("states")).isEqualTo(other.get("states"));
    assertThat(states).as("where nothing stays behind").isEmptyDirectory();
    assertThat(exact.err()).doesNotContain("probability");
  }

  @Test
  void fingerprintsNeedADirectoryAndNoCheckpoints() throws IOException {
    Path file = Files.createFile(dir.resolve("file"));
    String[] check = {"check", "counters"};
    Cli noDirectory = Cli.run(Cli.with(check, "--fingerprints", "--spill", file.toString()));
    assertThat(noDirectory.code()).isEqualTo(64);
    assertThat(noDirectory.err()).contains("--spill", file.toString(), "another directory");
    Cli alone = Cli.run(Cli.with(check, "--spill", dir.toString()));
    assertThat(alone.code()).isEqualTo(64);
    assertThat(alone.err()).contains("--spill", "--fingerprints");
    Cli both = Cli.run(Cli.with(check, "--fingerprints", "--checkpoint", dir.toString()));
    assertThat(both.code()).isEqualTo(64);
    assertThat(both.err()).contains("--checkpoint", "--fingerprints");
  }

  @Test
  void jsonOnStandardOutputIsAlone() throws IOException {
    Cli cli = Cli.run("check", "counters", "--json", "-");
    JsonNode array = new ObjectMapper().readTree(cli.out());
    assertThat(array.get(0).get("case").asText()).isEqualTo("counters/large");
    assertThat(cli.err()).contains("as expected");
  }

  @Test
  void anInterruptIsACleanUnknown() throws IOException {
    Thread.currentThread().interrupt();
    Cli cli = Cli.run("check", "counters", "wakeup", "--json", "-");
    assertThat(Thread.interrupted()).isFalse();
    assertThat(cli.code()).isEqualTo(20);
    JsonNode array = new ObjectMapper().readTree(cli.out());
    assertThat(array).hasSize(7);
    assertThat(array.get(6).get("verdict").asText()).isEqualTo("unknown");
    assertThat(array.get(6).get("reason").asText()).contains("interrupted");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "wakeup/look-first | there is no case 'wakeup/look-first'; did you mean wakeup/looks-first",
        "nowhere/near/anything | there is no case 'nowhere/near/anything'",
        "wakeup --model arm | there is no memory model 'arm'; there are sc, tso, lkmm",
        "wakeup --no-reduction magic | there is no reduction 'magic'; there are private, locks",
        "wakeup --set sleepers=2 | has no parameter 'sleepers'; it has wakers",
        "wakeup --set wakers=4 | wakers=4: wakeup/looks-first takes 1 to 3",
        "wakeup --set wakers=1,wakers=2 | 'wakers' is set twice",
        "wakeup --set wakers | 'wakers' is no setting: write NAME=N",
        "wakeup --time soon | 'soon' is no duration: write it as 90s, 10m or 1h30m",
        "wakeup --time 0s | '0s' is no duration",
        "wakeup --memory 5 | '5' is no size: write it as 512m or 8g",
        "wakeup --memory 1k | too small for the tables of a search; give at least 1m",
        "wakeup --memory 100t | more than the heap",
        "wakeup --workers 0 | --workers 0: give 1 to",
        "wakeup --workers two | 'two' is not an int",
        "wakeup --json /no/such/dir/x.json | is no file in a directory that exists",
        "wakeup --traces /proc/nowhere | cannot write into /proc/nowhere",
        "wakeup --colour | Unknown option: '--colour'",
      })
  void badInputIsOneClearSentence(String args, String message) {
    Cli cli = Cli.run(("check " + args).split(" "));
    assertThat(cli.code()).isEqualTo(64);
    assertThat(cli.err()).contains(message).endsWith("Try 'hangproof check --help'.\n");
    assertThat(cli.err().lines()).hasSizeLessThan(4);
    assertThat(cli.out()).isEmpty();
  }

  @Test
  void anOutputThatFailsLateIsReportedAndNothingIsHalfWritten() throws IOException {
    Path traces = dir.resolve("t");
    Files.createDirectories(traces);
    Files.writeString(traces.resolve("wakeup"), "a file where a directory must be");
    Cli cli = Cli.run("check", FixtureCases.LOST, "--traces", traces + "");
    assertThat(cli.code()).isEqualTo(70);
    assertThat(cli.err()).contains("cannot write or read a file");
    assertThat(Files.readString(traces.resolve("wakeup"))).startsWith("a file");
  }

  @Test
  void twoCasesAreComparedAtTheSameBounds() {
    Cli cli =
        Cli.run(
            "check",
            FixtureCases.LOST,
            "--against",
            FixtureCases.BARRIER,
            "--set",
            "wakers=2",
            "--model",
            "sc");
    assertThat(cli.code()).isEqualTo(10);
    assertThat(cli.out())
        .containsPattern("(?m)^ +wakeup/looks-first +wakeup/announces-with-barrier$")
        .containsPattern("(?m)^SC +verdict +Sometimes, IO hang +Never$")
        .containsPattern("(?m)^ +witness +[0-9]+ steps +-$");
  }

  @Test
  void boundsThatTheOtherCaseHasNotAreShown() {
    Cli cli = Cli.run("check", FixtureCases.LARGE, "--against", FixtureCases.BARRIER);
    assertThat(cli.code()).isZero();
    assertThat(cli.out()).containsPattern("(?m)^ +at +roles=2 turns=2 least=1 idle=0 +wakers=1$");
  }

  @Test
  void oneCaseIsComparedWithOneOther() {
    Cli family = Cli.run("check", FixtureCases.LOST, "--against", "wakeup");
    assertThat(family.code()).isEqualTo(64);
    assertThat(family.err()).contains("one case with one other");
    assertThat(Cli.run("check", "--against", FixtureCases.LOST).code()).isEqualTo(64);
    assertThat(Cli.run("check", FixtureCases.LOST, "--against", "no/such").code()).isEqualTo(64);
  }

  @Test
  void aViolationIsShownAtItsLeastBounds() throws IOException {
    Cli cli =
        Cli.run(
            "check",
            FixtureCases.LOST,
            "--model",
            "sc",
            "--set",
            "wakers=3",
            "--smallest",
            "--traces",
            dir.toString());
    assertThat(cli.code()).isEqualTo(10);
    assertThat(cli.out()).contains("wakeup/looks-first  SC  smallest: wakers=1");
    assertThat(dir.resolve("wakeup/looks-first/sc.txt")).content().contains("wakers=1");
  }
}
