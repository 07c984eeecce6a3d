// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.reports;

import hangproof.engine.cases.Case;
import java.util.ArrayList;
import java.util.List;

/** Public hang reports, in the order of the catalogue. */
public final class ReportCases {
  private ReportCases() {}

  public static List<Case> all() {
    List<Case> cases = new ArrayList<>();
    cases.addAll(A01StoppedQueueRestarts.all());
    cases.addAll(A03DispatchVersusRestart.all());
    cases.addAll(A03Square.all());
    cases.addAll(A04FlushWithoutNcq.all());
    cases.addAll(A08TwoRefusals.all());
    cases.addAll(A09StoppedQueueIsStarted.all());
    cases.addAll(A15NoBudgetIsAReason.all());
    cases.addAll(A16BudgetContention.all());
    cases.addAll(A17IdleDevice.all());
    cases.addAll(A18RestartsClearedAfterRun.all());
    cases.addAll(A19Square.all());
    cases.addAll(A19RestartsBarrier.all());
    cases.addAll(A21PromiseOfABusyDevice.all());
    cases.addAll(A22RunThoughNotTheLast.all());
    cases.addAll(A26PassthroughRepairs.all());
    cases.addAll(A33TwoPostFlushes.all());
    cases.addAll(FlushPlacementCases.all());
    return cases;
  }
}
