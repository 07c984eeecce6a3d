// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases;

import hangproof.cases.ata.NcqCases;
import hangproof.cases.megaraid.InactiveCases;
import hangproof.cases.megaraid.ReplyQueueCases;
import hangproof.cases.reports.ReportCases;
import hangproof.cases.reports.TagCases;
import hangproof.cases.restarts.RestartsCases;
import hangproof.cases.scsi.StarvedCases;
import hangproof.cases.scsi.UnblockCases;
import hangproof.engine.cases.Case;
import hangproof.engine.cases.CaseProvider;
import java.util.ArrayList;
import java.util.List;

/** Every case of this project, by subsystem. */
public final class AllCases implements CaseProvider {
  @Override
  public List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    cases.addAll(RestartsCases.all());
    cases.addAll(TagCases.all());
    cases.addAll(ReportCases.all());
    cases.addAll(ReplyQueueCases.all());
    cases.addAll(InactiveCases.all());
    cases.addAll(NcqCases.all());
    cases.addAll(StarvedCases.all());
    cases.addAll(UnblockCases.all());
    return cases;
  }

  @Override
  public String recordedCounts() {
    return "recorded-counts.tsv";
  }
}
