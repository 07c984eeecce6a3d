// SPDX-License-Identifier: MIT
package hangproof.engine.explorer;

/** The kinds of things that must not be. */
public enum Violation {
  /** Completion is unreachable. */
  IO_HANG("io-hang", "IO hang"),
  /** A claim about every state, or of the code itself, does not hold. */
  INVARIANT("invariant", "invariant broken"),
  /** Everything completed, but something was not given back. */
  LEAK("leak", "leak"),
  DATA_RACE("data-race", "data race"),
  /** Only a timer leads to completion, and the case forbids that. */
  STALL("stall", "stall");

  private final String key;
  private final String words;

  Violation(String key, String words) {
    this.key = key;
    this.words = words;
  }

  /** As machine-readable reports print it. */
  public String key() {
    return key;
  }

  @Override
  public String toString() {
    return words;
  }
}
