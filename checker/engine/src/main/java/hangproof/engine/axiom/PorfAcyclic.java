// SPDX-License-Identifier: MIT
package hangproof.engine.axiom;

/**
 * A model with {@code acyclic po | rf} added: without load buffering, the part of the model that an
 * exploration which adds events one by one can reach.
 */
public final class PorfAcyclic implements MemoryModel {
  private final MemoryModel model;
  private final long[] porf = new long[ThreadShape.MAX_EVENTS];
  private Skeleton skeleton;

  /**
   * Creates the stronger model.
   *
   * @param model the model without the restriction
   */
  public PorfAcyclic(MemoryModel model) {
    this.model = model;
  }

  @Override
  public String name() {
    return model.name();
  }

  @Override
  public void begin(Skeleton events) {
    skeleton = events;
    model.begin(events);
  }

  @Override
  public boolean allows(Execution x) {
    int n = skeleton.n;
    for (int i = 0; i < n; i++) {
      porf[i] = skeleton.po[i] | x.rf[i];
    }
    Rows.close(porf, n);
    return Rows.irreflexive(porf, n) && model.allows(x);
  }

  @Override
  public boolean races() {
    return model.races();
  }

  @Override
  public boolean coherent() {
    return model.coherent();
  }

  @Override
  public boolean atomic() {
    return model.atomic();
  }
}
