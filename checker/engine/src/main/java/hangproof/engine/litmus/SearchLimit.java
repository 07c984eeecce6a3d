// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

/** A bound was hit: the verdict is Unknown, and this is the reason. */
final class SearchLimit extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SearchLimit(String reason) {
    super(reason, null, false, false);
  }
}
