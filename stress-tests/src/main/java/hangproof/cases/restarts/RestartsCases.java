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

  /**
   * A case for a version of one's own, such as a subclass of {@link
   * hangproof.model.scsi.restarts.V4} with a method overridden, at the bounds of {@code
   * restarts/v4}. Nothing is expected of it yet: {@link Case#expect} says so.
   *
   * @param name of the case, such as {@code mine/patched}
   * @param claim one sentence: what is claimed
   * @param version makes the protocol
   */
  public static Case patch(String name, String claim, RestartsProgram.Version version) {
    return FaithfulCases.patch(name, claim, version);
  }
}
