// SPDX-License-Identifier: MIT
package hangproof.machine;

/** A port did something that no machine allows; the message says what. */
public class PortException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public PortException(String message) {
    super(message);
  }
}
