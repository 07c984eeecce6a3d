// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import static org.assertj.core.api.Assertions.assertThat;

import hangproof.engine.MemoryModel;
import hangproof.engine.cases.Case;
import hangproof.engine.cases.Checker;
import hangproof.engine.cases.Outcome;
import hangproof.engine.cases.RecordedCounts;
import hangproof.engine.fixtures.FixtureCases;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class MailReportTest {
  @Test
  void twoRolesStandSideBySide() throws IOException {
    TraceFile trace = Reports.trace(FixtureCases.LOST, MemoryModel.SC, Map.of());
    Golden.assertGolden("looks-first-sc.txt", mail(trace));
  }

  @Test
  void aStoreBufferReadsWell() throws IOException {
    TraceFile trace = Reports.trace(FixtureCases.BUFFERED, MemoryModel.TSO, Map.of());
    Golden.assertGolden("announces-first-tso.txt", mail(trace));
  }

  @Test
  void moreRolesAreStaggered() throws IOException {
    TraceFile trace = Reports.trace(FixtureCases.LOST, MemoryModel.TSO, Map.of("wakers", 3));
    Golden.assertGolden("looks-first-3-wakers-tso.txt", mail(trace));
  }

  @Test
  void anExecutionGraphReadsWell() throws IOException {
    Case c = FixtureCases.all().find(FixtureCases.BUFFERED);
    Outcome outcome =
        Checker.standard(new RecordedCounts()).check(c, MemoryModel.LKMM, c.usualBounds());
    List<Outcome> all = new ArrayList<>(Reports.check(FixtureCases.BUFFERED, Map.of()));
    all.add(outcome);
    String mail = new WitnessFiles(all).mail(outcome, "results");
    assertMail(mail);
    Golden.assertGolden("announces-first-lkmm.txt", mail);
  }

  @Test
  void theFullFormShowsMore() throws IOException {
    TraceFile trace = Reports.trace(FixtureCases.LOST, MemoryModel.TSO, Map.of("wakers", 3));
    String text = MailReport.full(trace, "results/trace.json");
    assertMail(text);
    Golden.assertGolden("looks-first-3-wakers-tso-full.txt", text);
  }

  @Test
  void hostileTextStaysInItsLine() {
    String hostile = "<script>\t\u202egnirts\n" + "x".repeat(200) + " ${1+1} <#if>";
    TraceFile bad = Reports.hostile(hostile);
    assertMail(MailReport.text(bad, hostile));
    assertMail(MailReport.full(bad, hostile));
    assertThat(MailReport.text(bad, null)).contains("<script> ?gnirts", "${1+1}");
  }

  private static String mail(TraceFile trace) {
    String text = MailReport.text(trace, "results/trace.json");
    assertMail(text);
    return text;
  }

  private static void assertMail(String text) {
    assertThat(text.lines())
        .allSatisfy(
            line -> {
              assertThat(line).hasSizeLessThanOrEqualTo(75).isEqualTo(line.stripTrailing());
              assertThat(line.chars()).allMatch(c -> c >= ' ' && c < 127);
            });
  }
}
