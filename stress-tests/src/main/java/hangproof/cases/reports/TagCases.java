// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.reports;

import hangproof.engine.cases.Case;
import java.util.ArrayList;
import java.util.List;

/** Public reports about work items, wait queues, tags, throttling and error handling. */
public final class TagCases {
  private TagCases() {}

  public static List<Case> all() {
    List<Case> cases = new ArrayList<>();
    cases.addAll(E01GhostPending.all());
    cases.addAll(B01ClearTag.all());
    cases.addAll(B02DepthChange.all());
    cases.addAll(A12MarkTagWait.all());
    cases.addAll(B18Cleared.all());
    cases.addAll(B09WaitCnt.all());
    cases.addAll(B09StaleCount.all());
    cases.addAll(B17Batch.all());
    cases.addAll(C01Throttle.all());
    cases.addAll(D02FinalCompletions.all());
    cases.addAll(D02Square.all());
    cases.addAll(D12IrqPoll.all());
    return cases;
  }
}
