// SPDX-License-Identifier: MIT
package hangproof.machine;

/** What a property of a program may look at: the cells of one state. */
@FunctionalInterface
public interface Memory {
  int get(Cell cell);
}
