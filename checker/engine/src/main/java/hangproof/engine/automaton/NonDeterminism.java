// SPDX-License-Identifier: MIT
package hangproof.engine.automaton;

/** A port, run again on the same values, did something else. */
public final class NonDeterminism extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NonDeterminism(String recorded, String replayed) {
    super(
        "the port is not deterministic: on the same values it first did "
            + recorded
            + ", then "
            + replayed
            + "; look for state outside of cells, a clock or a random number");
  }
}
