// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import static org.assertj.core.api.Assertions.assertThat;

import hangproof.engine.MemoryModel;
import hangproof.engine.fixtures.FixtureCases;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class RacePageTest {
  private static final String FILE = "results/wakeup/looks-first/sc.json";
  private static final String INDEX = "../../index.html";

  @Test
  void aRunReadsWell() throws IOException {
    TraceFile trace = Reports.trace(FixtureCases.LOST, MemoryModel.SC, Map.of());
    Golden.assertGolden("looks-first-sc.html", RacePage.text(trace, FILE, INDEX));
  }

  @Test
  void storeBuffersAreShown() {
    TraceFile trace = Reports.trace(FixtureCases.BUFFERED, MemoryModel.TSO, Map.of());
    assertThat(RacePage.text(trace, FILE, INDEX))
        .contains("in store buffers: ", ": condition=1", "example.c:");
  }

  @Test
  void anExecutionGraphReadsWell() throws IOException {
    Golden.assertGolden("announces-first-lkmm.html", Reports.graphPage());
  }

  @Test
  void aGraphShowsWhatTheMarkedReadMisses() {
    assertThat(Reports.graphPage())
        .contains("class=\"missing\"", "class=\"fr\"", "class=\"po\"", "class=\"box look\"");
  }

  @Test
  void everyLinkWithinThePageLeadsSomewhere() {
    TraceFile trace = Reports.trace(FixtureCases.LOST, MemoryModel.TSO, Map.of("wakers", 3));
    for (String page : List.of(RacePage.text(trace, FILE, INDEX), Reports.graphPage())) {
      List<String> links = all(page, "href=\"#([^\"]+)\"");
      assertThat(all(page, " id=\"([^\"]+)\"")).doesNotHaveDuplicates().containsAll(links);
    }
  }

  @Test
  void nothingIsLoadedFromElsewhere() {
    TraceFile trace = Reports.trace(FixtureCases.LOST, MemoryModel.SC, Map.of());
    assertThat(RacePage.text(trace, FILE, INDEX))
        .doesNotContain("src=", "@import", "url(", "<link")
        .contains("default-src 'none'");
  }

  @Test
  void withoutAFileNothingIsLinked() {
    TraceFile trace = Reports.trace(FixtureCases.LOST, MemoryModel.SC, Map.of());
    String page = RacePage.text(trace, null, null);
    assertThat(page).doesNotContain("sc.json", "index.html").contains("hangproof.jar check");
  }

  @Test
  void hostileTextIsShownAsText() {
    String hostile = "</title><script>alert(1)</script>\"' onload=x \u202egnirts\u0000 ${1+1}";
    String page = RacePage.text(Reports.hostile(hostile), FILE, INDEX);
    assertThat(page)
        .doesNotContain("<script>alert", "\u202e", "\u0000")
        .contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39; onload=x", "${1+1}");
    assertThat(all(page, "(<script>)")).hasSize(1);
  }

  @Test
  void onlyTheIdOfAMailIsALink() {
    assertThat(RacePage.link("20200420092357.v5.4.I630e@changeid"))
        .isEqualTo("https://lore.kernel.org/all/20200420092357.v5.4.I630e@changeid/");
    assertThat(RacePage.link("javascript:alert(1)")).isNull();
    assertThat(RacePage.link("a@b\" onclick=\"x")).isNull();
    assertThat(RacePage.link("8ee1b7b9d876 (2015)")).isNull();
    assertThat(RacePage.link(null)).isNull();
  }

  private static List<String> all(String page, String pattern) {
    return Pattern.compile(pattern)
        .matcher(page)
        .results()
        .map((MatchResult m) -> m.group(1))
        .toList();
  }
}
