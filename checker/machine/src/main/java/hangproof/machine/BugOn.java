// SPDX-License-Identifier: MIT
package hangproof.machine;

/** A claim of the code under test does not hold: reached in a search, it is a violation. */
public final class BugOn extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public BugOn(String claim) {
    super(claim, null, false, false);
  }
}
