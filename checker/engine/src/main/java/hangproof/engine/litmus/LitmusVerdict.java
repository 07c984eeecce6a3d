// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

import java.util.Locale;

/** What was observed of a litmus test's proposition. */
public enum LitmusVerdict {
  /** No execution satisfies it, and all were looked at. */
  NEVER,
  /** Some execution satisfies it and some does not. */
  SOMETIMES,
  /** Every execution satisfies it, and there is one. */
  ALWAYS,
  /** No execution ends at all. */
  DEADLOCK,
  /** A bound was hit before the verdict was sure. */
  UNKNOWN;

  /** The word in JSON. */
  public String json() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The word in text: that of the kernel's Result: lines. */
  public String word() {
    return this == DEADLOCK ? name() : name().charAt(0) + json().substring(1);
  }
}
