// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

/** What a litmus test asks of its final states. */
public enum Quantifier {
  /** {@code exists P}: is there an execution that ends with P? */
  EXISTS("exists", "Allowed"),
  /** {@code ~exists P}: is there none? */
  NOT_EXISTS("~exists", "Forbidden"),
  /** {@code forall P}: do all end with P? */
  FORALL("forall", "Required");

  private final String text;
  private final String kind;

  Quantifier(String text, String kind) {
    this.text = text;
    this.kind = kind;
  }

  /** As in a test. */
  public String text() {
    return text;
  }

  /** The word after the name in herd's output. */
  public String kind() {
    return kind;
  }
}
