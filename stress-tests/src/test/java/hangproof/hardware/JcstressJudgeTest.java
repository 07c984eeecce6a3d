// SPDX-License-Identifier: GPL-2.0-only
package hangproof.hardware;

import static org.assertj.core.api.Assertions.assertThat;

import hangproof.hardware.JcstressResult.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jcstress.annotations.Expect;

/** Every way in which JCStress ends well although nothing was shown. */
final class JcstressJudgeTest {
  private static final String MUTANT = "Square.WithoutBarrier";
  private static final String FIXED = "Square.WithBarrier";
  private static final String RARE = "Hang.OfDraft";

  @MustShow("bad")
  private static final class Often {}

  @MustShow(value = "bad", onlyWhenLong = true)
  private static final class Seldom {}

  private static JcstressJudge judge(boolean longRun) {
    return new JcstressJudge(
        List.of(MUTANT, FIXED, RARE),
        Map.of(
            MUTANT, Often.class.getAnnotation(MustShow.class),
            RARE, Seldom.class.getAnnotation(MustShow.class)),
        longRun);
  }

  private static JcstressResult result(String test, String configuration, Expect bad, long count) {
    return new JcstressResult(
        test,
        configuration,
        null,
        List.of(
            new Outcome("good", Expect.ACCEPTABLE, 1000, "Completes."),
            new Outcome("bad", bad, count, "Hangs.")));
  }

  private static JcstressResult mutant(String configuration, long count) {
    return result(MUTANT, configuration, Expect.ACCEPTABLE_INTERESTING, count);
  }

  private static JcstressResult fixed(String configuration, long count) {
    return result(FIXED, configuration, Expect.FORBIDDEN, count);
  }

  private static JcstressResult rare(String configuration, long count) {
    return result(RARE, configuration, Expect.ACCEPTABLE_INTERESTING, count);
  }

  @Test
  void passesWhatShowsTheBugAndNothingForbidden() {
    assertThat(judge(false).judge(List.of(mutant("c1", 3), fixed("c1", 0), rare("c1", 0))))
        .isEmpty();
  }

  @Test
  void failsWhenNothingRan() {
    assertThat(judge(false).judge(List.of()))
        .singleElement()
        .asString()
        .startsWith("no test ran (each needs two processors");
  }

  @Test
  void failsWhenNoTestIsMeant() {
    assertThat(new JcstressJudge(List.of(), Map.of(), false).judge(List.of()))
        .containsExactly("no test has such a name (hangproof.jcstress.tests)");
  }

  @Test
  void failsWhenATestDidNotRun() {
    assertThat(judge(false).judge(List.of(mutant("c1", 3), rare("c1", 0))))
        .containsExactly("Square.WithBarrier did not run");
  }

  @Test
  void failsWhenAConfigurationWasSkipped() {
    assertThat(
            judge(false)
                .judge(
                    List.of(
                        mutant("c1", 3),
                        mutant("c2", 0),
                        fixed("c1", 0),
                        rare("c1", 0),
                        rare("c2", 0))))
        .containsExactly("Square.WithBarrier did not run with c2");
  }

  @Test
  void failsWhenAConfigurationEndedInAnError() {
    JcstressResult broken =
        new JcstressResult(FIXED, "c1", "TIMEOUT_ERROR no end after 5 s", List.of());
    assertThat(judge(false).judge(List.of(mutant("c1", 3), broken, rare("c1", 0))))
        .containsExactly("Square.WithBarrier with c1 failed: TIMEOUT_ERROR no end after 5 s");
  }

  @Test
  void failsWhenAConfigurationTookNoSamples() {
    JcstressResult empty = new JcstressResult(FIXED, "c1", null, List.of());
    assertThat(judge(false).judge(List.of(mutant("c1", 3), empty, rare("c1", 0))))
        .containsExactly("Square.WithBarrier with c1 took no samples");
  }

  @Test
  void failsOnWhatIsForbidden() {
    assertThat(judge(false).judge(List.of(mutant("c1", 3), fixed("c1", 7), rare("c1", 0))))
        .containsExactly(
            "Square.WithBarrier with c1 showed \"bad\" 7 times, which is forbidden: Hangs.");
  }

  @Test
  void failsOnAnOutcomeThatTheTestDoesNotKnow() {
    JcstressResult odd = result(FIXED, "c1", Expect.UNKNOWN, 1);
    assertThat(judge(false).judge(List.of(mutant("c1", 3), odd, rare("c1", 0))))
        .singleElement()
        .asString()
        .contains("which is forbidden");
  }

  @Test
  void failsWhenTheBugIsGone() {
    assertThat(judge(false).judge(List.of(mutant("c1", 0), fixed("c1", 0), rare("c1", 0))))
        .singleElement()
        .asString()
        .startsWith("Square.WithoutBarrier never showed \"bad\", which it is there to show");
  }

  @Test
  void asksForTheRareBugInALongRunOnly() {
    List<JcstressResult> unseen = List.of(mutant("c1", 3), fixed("c1", 0), rare("c1", 0));
    assertThat(judge(true).judge(unseen))
        .singleElement()
        .asString()
        .startsWith("Hang.OfDraft never showed \"bad\"");
  }

  @Test
  void addsUpOverConfigurations() {
    assertThat(
            judge(true)
                .judge(
                    List.of(
                        mutant("c1", 0),
                        mutant("c2", 1),
                        fixed("c1", 0),
                        fixed("c2", 0),
                        rare("c1", 2),
                        rare("c2", 0))))
        .isEmpty();
  }

  @Test
  void readsNothingOutOfAnEmptyDirectory(@TempDir Path directory) throws IOException {
    assertThat(JcstressResult.read(directory)).isEmpty();
  }
}
