// SPDX-License-Identifier: GPL-2.0-only
package hangproof.docs;

import static org.assertj.core.api.Assertions.assertThat;

import hangproof.engine.MemoryModel;
import hangproof.engine.cases.Case;
import hangproof.engine.cases.Cases;
import hangproof.engine.cases.Expectation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The table of cases in README is made from the cases: -Dhangproof.record=true writes it anew. */
class ReadmeTest {
  private static final String BEGIN = "<!-- cases: generated, see ReadmeTest -->\n";
  private static final String END = "<!-- end of cases -->\n";

  @Test
  void theTableOfCasesIsUpToDate() throws IOException {
    Path readme = Path.of("..", "README.md");
    String text = Files.readString(readme);
    int begin = text.indexOf(BEGIN) + BEGIN.length();
    int end = text.indexOf(END);
    assertThat(end).as("README.md has no place for the table").isGreaterThan(begin);
    String table = table(Cases.load());
    if (Boolean.getBoolean("hangproof.record")) {
      Files.writeString(readme, text.substring(0, begin) + table + text.substring(end));
    } else {
      assertThat(text.substring(begin, end))
          .as("README.md is behind the cases; run with -Dhangproof.record=true")
          .isEqualTo(table);
    }
  }

  private static String table(Cases cases) {
    StringBuilder table = new StringBuilder("| case | claim |");
    for (MemoryModel model : MemoryModel.values()) {
      table.append(' ').append(model.title()).append(" |");
    }
    table.append("\n|---|---|").append("---|".repeat(MemoryModel.values().length)).append('\n');
    for (Case c : cases.all()) {
      table.append("| `").append(c.name()).append("` | ").append(c.claim()).append(" |");
      for (MemoryModel model : MemoryModel.values()) {
        Expectation expected = c.expectations().get(model);
        table.append(' ').append(expected == null ? "-" : expected).append(" |");
      }
      table.append('\n');
    }
    return table.toString();
  }
}
