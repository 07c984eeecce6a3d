// SPDX-License-Identifier: MIT
package hangproof.engine.axiom;

import java.util.List;
import java.util.Set;

/** The memory models by name. */
public final class Models {
  /** The names, weakest model last. */
  public static final List<String> NAMES = List.of("sc", "tso", "lkmm");

  private Models() {}

  /**
   * LKMM without the axioms that an unfinished execution may still be saved from: RCU, whose
   * critical sections are closed after the fact, and the coherence of plain accesses.
   */
  public static MemoryModel lkmmOfUnfinished() {
    return new Lkmm(Set.of(LkmmRule.RCU, LkmmRule.PLAIN_COHERENCE));
  }

  /**
   * Makes a model.
   *
   * @param name one of {@link #NAMES}
   * @return a new instance
   * @throws IllegalArgumentException if there is no model of that name
   */
  public static MemoryModel named(String name) {
    return switch (name) {
      case "sc" -> new Sc();
      case "tso" -> new Tso();
      case "lkmm" -> new Lkmm();
      default -> throw new IllegalArgumentException("no memory model is called " + name);
    };
  }
}
