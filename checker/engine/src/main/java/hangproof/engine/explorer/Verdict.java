// SPDX-License-Identifier: MIT
package hangproof.engine.explorer;

/** What a search found out. */
public enum Verdict {
  /** The whole space within the bounds was searched, and nothing was wrong. */
  NEVER("Never"),
  /** A violation exists, and its witness was replayed. */
  SOMETIMES("Sometimes"),
  /** Something ran out first. */
  UNKNOWN("Unknown");

  private final String word;

  Verdict(String word) {
    this.word = word;
  }

  @Override
  public String toString() {
    return word;
  }
}
