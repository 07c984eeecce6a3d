// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

/** A litmus test that is not in the dialect: says where, and what is wrong there. */
public final class LitmusSyntaxException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Position position;

  /**
   * Creates the error.
   *
   * @param position where in the file
   * @param message what is wrong there, without the position
   */
  public LitmusSyntaxException(Position position, String message) {
    super(position + ": " + message);
    this.position = position;
  }

  /** Returns where in the file the test leaves the dialect. */
  public Position position() {
    return position;
  }
}
