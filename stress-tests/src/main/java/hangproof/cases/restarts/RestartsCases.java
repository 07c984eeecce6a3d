// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.restarts;

import hangproof.engine.cases.Case;
import java.util.ArrayList;
import java.util.List;

/** Who runs a SCSI queue again after it was refused a budget. */
public final class RestartsCases {
  private RestartsCases() {}

  public static List<Case> all() {
    List<Case> cases = new ArrayList<>();
    cases.addAll(FaithfulCases.all());
    cases.addAll(ReducedCases.all());
    return cases;
  }
}
