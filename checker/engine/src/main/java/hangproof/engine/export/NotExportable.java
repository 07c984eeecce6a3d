// SPDX-License-Identifier: MIT
package hangproof.engine.export;

/** An execution cannot be said in the language of another tool. */
public final class NotExportable extends Exception {
  private static final long serialVersionUID = 1L;

  NotExportable(String why) {
    super(why);
  }
}
