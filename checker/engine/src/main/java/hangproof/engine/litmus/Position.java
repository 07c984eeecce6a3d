// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

/**
 * A place in a litmus file.
 *
 * @param line counted from 1
 * @param column counted from 1
 */
public record Position(int line, int column) {
  @Override
  public String toString() {
    return line + ":" + column;
  }
}
