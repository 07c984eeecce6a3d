// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import hangproof.engine.MemoryModel;
import hangproof.engine.cases.Case;
import hangproof.engine.cases.Checker;
import hangproof.engine.cases.Outcome;
import hangproof.engine.cases.RecordedCounts;
import hangproof.engine.fixtures.FixtureCases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The pages in a browser, where there is one: Debian's package chromium. Any error or violated
 * policy that a page logs fails its test. Screenshots are in target/screenshots, for people.
 */
final class PagesInChromiumTest {
  private static final Path SHOTS = Path.of("target/screenshots");
  private static final String HOSTILE =
      "<script>document.title='taken'</script><img src=x onerror=\"document.title='taken'\">";

  @TempDir private static Path dir;
  private static Chromium browser;

  @BeforeAll
  static void start() throws IOException {
    assumeTrue(Chromium.program() != null, "no chromium here: the pages are not looked at");
    browser = Chromium.start(Files.createDirectory(dir.resolve("profile")));
    List<Outcome> outcomes = new ArrayList<>();
    for (String name : List.of(FixtureCases.LOST, FixtureCases.BUFFERED, FixtureCases.BARRIER)) {
      outcomes.addAll(Reports.check(name, Map.of()));
    }
    Case c = FixtureCases.all().find(FixtureCases.BUFFERED);
    outcomes.add(
        Checker.standard(new RecordedCounts()).check(c, MemoryModel.LKMM, c.usualBounds()));
    ResultsWriter.write(dir, outcomes, FixtureCases.all());
    TraceFile bad = Reports.hostile(HOSTILE);
    Files.writeString(dir.resolve("hostile.html"), RacePage.text(bad, null, null));
  }

  @AfterAll
  static void stop() throws IOException {
    if (browser != null) {
      browser.close();
    }
  }

  @BeforeEach
  void desk() {
    browser.send("Emulation.setScriptExecutionDisabled", Map.of("value", false));
    browser.width(1200, 900);
    browser.dark(false);
  }

  private static void open(String page) {
    browser.open(dir.resolve(page).toUri().toString());
  }

  private static String text(String expression) {
    return browser.evaluate(expression).asText();
  }

  private static int number(String expression) {
    return browser.evaluate(expression).asInt(-1);
  }

  @Test
  void linksAreFollowedFromTheIndexToARaceAndBack() throws IOException {
    open("index.html");
    browser.screenshot(SHOTS.resolve("index.png"));
    browser.evaluate("document.querySelector('a[href=\"wakeup/looks-first/sc.html\"]').click()");
    browser.awaitLoad();
    assertThat(text("document.title")).isEqualTo("RACE wakeup/looks-first: IO hang under SC");
    browser.screenshot(SHOTS.resolve("race.png"));
    browser.evaluate("document.querySelector('a[href$=\"index.html\"]').click()");
    browser.awaitLoad();
    assertThat(text("document.title")).isEqualTo("Hangproof: results");
  }

  @Test
  void theKeyboardGoesFromStepToStep() {
    open("wakeup/looks-first/tso.html");
    browser.press("n");
    assertThat(text("location.hash")).isEqualTo("#s1");
    browser.press("n");
    assertThat(text("location.hash")).isEqualTo("#s2");
    assertThat(text("document.activeElement.id")).isEqualTo("s2");
    browser.press("p");
    browser.press("p");
    assertThat(text("location.hash")).isEqualTo("#s1");
    browser.press("o");
    assertThat(browser.evaluate("document.querySelector('#s1 details').open").asBoolean()).isTrue();
  }

  @Test
  void theKeyboardGoesThroughAnExecutionGraph() throws IOException {
    open("wakeup/announces-first/lkmm.html");
    browser.press("n");
    browser.press("n");
    assertThat(text("location.hash")).startsWith("#e");
    assertThat(number("document.querySelectorAll('path.missing').length")).isPositive();
    assertThat(text("getComputedStyle(document.querySelector('path.missing')).strokeDasharray"))
        .isNotEqualTo("none");
    browser.screenshot(SHOTS.resolve("graph.png"));
  }

  @Test
  void anAddressLeadsToItsStep() {
    browser.open(dir.resolve("wakeup/looks-first/sc.html").toUri() + "#s3");
    assertThat(browser.evaluate("document.querySelector(':target').id").asText()).isEqualTo("s3");
  }

  @Test
  void theMailIsCopied() {
    open("wakeup/looks-first/sc.html");
    String said =
        text(
            "new Promise(done => {"
                + "const said = document.getElementById('copied');"
                + "new MutationObserver(() => done(said.textContent))"
                + ".observe(said, {childList: true});"
                + "document.getElementById('copy').click();})");
    assertThat(said).isEqualTo("copied");
    assertThat(text("document.getElementById('mail').textContent"))
        .startsWith("RACE wakeup/looks-first: IO hang under SC\n");
  }

  @Test
  void theIndexIsFilteredAndSearched() {
    open("index.html");
    String visible =
        "[...document.querySelectorAll('tr[data-text]')].filter(r => r.offsetParent).length";
    assertThat(number(visible)).isEqualTo(3);
    browser.press("/");
    for (String letter : "barrier".split("", -1)) {
      browser.press(letter);
    }
    assertThat(number(visible)).isEqualTo(1);
    assertThat(text("document.getElementById('shown').textContent")).isEqualTo("1 of 3");
    browser.evaluate(
        "const s = document.getElementById('search'); s.value = '';"
            + "const v = document.getElementById('verdict'); v.value = 'Sometimes';"
            + "v.dispatchEvent(new Event('input'))");
    assertThat(number(visible)).isEqualTo(2);
  }

  @Test
  void withoutScriptsAllIsThereToRead() {
    browser.send("Emulation.setScriptExecutionDisabled", Map.of("value", true));
    open("wakeup/looks-first/sc.html");
    String seen = text("document.body.innerText");
    assertThat(seen).contains("prepare_to_wait()", "condition=0", "example.c:", "As mail");
    assertThat(seen).doesNotContain("next (n)");
    open("index.html");
    assertThat(text("document.body.innerText")).contains("wakeup/announces-first", "Sometimes");
  }

  @Test
  void aScriptInAClaimIsShownAsText() {
    open("hostile.html");
    assertThat(text("document.title")).startsWith("RACE ");
    assertThat(text("document.body.innerText")).contains(HOSTILE);
    assertThat(number("document.querySelectorAll('img').length")).isZero();
    assertThat(number("document.scripts.length")).isEqualTo(1);
  }

  @Test
  void onAPhoneNothingIsWiderThanTheScreen() throws IOException {
    browser.width(360, 740);
    browser.dark(true);
    for (String page :
        List.of(
            "index.html",
            "hostile.html",
            "wakeup/looks-first/sc.html",
            "wakeup/announces-first/lkmm.html")) {
      open(page);
      assertThat(number("document.documentElement.scrollWidth")).as(page).isEqualTo(360);
      browser.screenshot(SHOTS.resolve("phone-" + page.replace('/', '-') + ".png"));
    }
  }

  @Test
  void itIsDarkWhereTheSystemIs() {
    open("wakeup/looks-first/sc.html");
    String paper = "getComputedStyle(document.body).backgroundColor";
    String light = text(paper);
    browser.dark(true);
    assertThat(text(paper)).isNotEqualTo(light);
  }

  @Test
  void onPaperThereAreNoButtons() {
    browser.send("Emulation.setEmulatedMedia", Map.of("media", "print"));
    open("wakeup/looks-first/sc.html");
    String display = "getComputedStyle(document.getElementById('copy').parentElement).display";
    assertThat(text(display)).isEqualTo("none");
    assertThat(text("document.body.innerText")).contains("prepare_to_wait()", "RACE ");
    browser.send("Emulation.setEmulatedMedia", Map.of("media", ""));
  }
}
