// SPDX-License-Identifier: GPL-2.0-only
package hangproof.docs;

import static org.assertj.core.api.Assertions.assertThat;

import hangproof.engine.MemoryModel;
import hangproof.engine.audit.Audit;
import hangproof.engine.audit.AuditTable;
import hangproof.engine.audit.Findings;
import hangproof.engine.cases.Bounds;
import hangproof.engine.cases.Case;
import hangproof.engine.cases.Cases;
import hangproof.engine.cases.Settings;
import hangproof.engine.explorer.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The audits in README are what the command says: -Dhangproof.record=true writes them anew. */
class AuditTableTest {
  /** The command of the audit, and the table that follows it. */
  private static final Pattern AUDIT =
      Pattern.compile(
          "    hangproof audit (?<name>\\S+)(?: --set (?<set>\\S+))? --markdown\n\n"
              + "(?<table>(?:\\|.*\n)*)");

  @Test
  void theAuditsAreUpToDate() throws IOException {
    Path readme = Path.of("..", "README.md");
    String text = Files.readString(readme);
    StringBuilder anew = new StringBuilder();
    Matcher audit = AUDIT.matcher(text);
    int audits = 0;
    while (audit.find()) {
      audits++;
      String set = audit.group("set");
      String table = table(audit.group("name"), set == null ? List.of() : List.of(set.split(",")));
      audit.appendReplacement(anew, "");
      anew.append(text, audit.start(), audit.start("table")).append(table);
    }
    audit.appendTail(anew);
    assertThat(audits).as("README.md shows no audit").isPositive();
    if (Boolean.getBoolean("hangproof.record")) {
      Files.writeString(readme, anew);
    } else {
      assertThat(text).as("run with -Dhangproof.record=true").isEqualTo(anew.toString());
    }
  }

  private static String table(String name, List<String> settings) {
    Case c = Cases.load().find(name);
    Bounds bounds = c.bounds(Settings.parse(settings));
    Audit audit = new Audit(m -> c.build(m, bounds), Limits.defaults());
    List<Findings> findings = new ArrayList<>();
    for (MemoryModel model : MemoryModel.values()) {
      findings.add(audit.under(model));
    }
    return new AuditTable(audit.sites(), findings).markdown();
  }
}
