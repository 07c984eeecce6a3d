// SPDX-License-Identifier: MIT
package hangproof.cli;

import hangproof.engine.cases.Cases;
import java.util.function.Supplier;

/**
 * What the commands stand in: the cases, and what the output goes to.
 *
 * @param cases loaded only when a command needs them
 * @param progress whether somebody watches standard error
 * @param colours whether standard output shows colours
 */
record Session(Supplier<Cases> cases, boolean progress, boolean colours) {
  /** This process's own. */
  static Session ofProcess() {
    return new Session(Cases::load, Terminal.onStandardError(), Terminal.coloursOnOutput());
  }
}
