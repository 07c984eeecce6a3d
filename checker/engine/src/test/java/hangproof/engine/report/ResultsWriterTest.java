// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import static org.assertj.core.api.Assertions.assertThat;

import hangproof.engine.MemoryModel;
import hangproof.engine.cases.Case;
import hangproof.engine.cases.Cases;
import hangproof.engine.cases.Outcome;
import hangproof.engine.fixtures.FixtureCases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ResultsWriterTest {
  @TempDir private Path dir;

  private static List<Outcome> outcomes() {
    List<Outcome> outcomes = new ArrayList<>();
    for (String name : List.of(FixtureCases.LOST, FixtureCases.BUFFERED, FixtureCases.MISSED)) {
      outcomes.addAll(Reports.check(name, Map.of()));
    }
    return outcomes;
  }

  private Map<String, String> files() throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(dir)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(dir.relativize(file).toString(), Files.readString(file));
      }
    }
    return files;
  }

  @Test
  void writesAnIndexCountsAndTheRaces() throws IOException {
    ResultsWriter.write(dir, outcomes(), FixtureCases.all());
    Map<String, String> files = files();
    assertThat(files)
        .containsOnlyKeys(
            "README.md",
            "counts.tsv",
            "index.html",
            "wakeup/announces-first/tso.html",
            "wakeup/announces-first/tso.json",
            "wakeup/announces-first/tso.txt",
            "wakeup/looks-first/sc.html",
            "wakeup/looks-first/sc.json",
            "wakeup/looks-first/sc.txt",
            "wakeup/looks-first/tso.html",
            "wakeup/looks-first/tso.json",
            "wakeup/looks-first/tso.txt");
    Golden.assertGolden("results.md", files.get("README.md"));
    Golden.assertGolden("results.html", files.get("index.html"));
    Golden.assertGolden("counts.tsv", files.get("counts.tsv"));
  }

  @Test
  void everyLinkOfTheIndexLeadsToAFile() throws IOException {
    ResultsWriter.write(dir, outcomes(), FixtureCases.all());
    List<String> links =
        Pattern.compile("href=\"([^\"#:]+)\"")
            .matcher(files().get("index.html"))
            .results()
            .map(m -> m.group(1))
            .toList();
    assertThat(links).hasSize(9).allMatch(l -> Files.isRegularFile(dir.resolve(l)));
  }

  @Test
  void twoRunsWriteTheSame() throws IOException {
    ResultsWriter.write(dir, outcomes(), FixtureCases.all());
    Map<String, String> first = files();
    ResultsWriter.write(dir, outcomes(), FixtureCases.all());
    assertThat(files()).isEqualTo(first);
  }

  @Test
  void whatIsGoneIsRemovedAndWhatOthersWroteStays() throws IOException {
    Files.createDirectories(dir.resolve("wakeup/gone"));
    Files.writeString(dir.resolve("wakeup/gone/tso-wakers3.txt"), "old");
    Files.writeString(dir.resolve("wakeup/gone/lkmm.html"), "old");
    Files.createDirectories(dir.resolve("jcstress"));
    Files.writeString(dir.resolve("jcstress/index.html"), "theirs");
    ResultsWriter.write(dir, outcomes(), FixtureCases.all());
    assertThat(dir.resolve("wakeup/gone")).doesNotExist();
    assertThat(dir.resolve("jcstress/index.html")).exists();
  }

  @Test
  void recordedCountsOfWhatWasNotSearchedAreListed() throws IOException {
    ResultsWriter.write(dir, outcomes(), FixtureCases.all());
    assertThat(Files.readString(dir.resolve("README.md")))
        .contains("| drifted/counts | SC | wakers=1 | Never | 1 |");
  }

  @Test
  void hostileTextIsShownAsText() throws IOException {
    Outcome good = Reports.check(FixtureCases.BARRIER, Map.of()).get(0);
    Case hostile = Case.of("a/b", "<script>alert(1)</script> | `x` & ${1}");
    Outcome outcome = Outcome.unknown(hostile, MemoryModel.SC, good.bounds(), "none");
    ResultsWriter.write(dir, List.of(outcome), Cases.of(List.of(() -> List.of(hostile))));
    assertThat(Files.readString(dir.resolve("index.html")))
        .doesNotContain("<script>alert")
        .contains("&lt;script&gt;alert(1)&lt;/script&gt; | `x` &amp; ${1}");
    assertThat(Files.readString(dir.resolve("README.md")))
        .contains("| &lt;script&gt;alert(1)&lt;/script&gt; \\| \\`x\\` &amp; ${1} |");
  }
}
