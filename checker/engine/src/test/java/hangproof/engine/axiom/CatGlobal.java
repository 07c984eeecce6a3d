// SPDX-License-Identifier: MIT
package hangproof.engine.axiom;

/** SC and x86-TSO a second time, for tests: by their definitions over pairs of events. */
public final class CatGlobal implements MemoryModel {
  private final boolean tso;
  private Skeleton s;

  /** SC, or TSO. */
  public CatGlobal(boolean tso) {
    this.tso = tso;
  }

  @Override
  public String name() {
    return tso ? "tso" : "sc";
  }

  @Override
  public void begin(Skeleton skeleton) {
    s = skeleton;
  }

  @Override
  public boolean allows(Execution x) {
    int n = s.n;
    Rel po = Rel.of(n, (i, j) -> s.thread[i] == s.thread[j] && i < j);
    Rel ext = Rel.of(n, (i, j) -> s.thread[i] != s.thread[j]);
    Rel loc = Rel.of(n, (i, j) -> x.location[i] == x.location[j]);
    Rel rf = Rel.of(n, (i, j) -> isRead(j) && x.source[j] == i);
    Rel co = Rel.of(n, (i, j) -> isWrite(i) && (x.co[i] & 1L << j) != 0);
    Rel fr =
        Rel.of(
            n,
            (i, j) ->
                isRead(i)
                    && isWrite(j)
                    && loc.has(i, j)
                    && (x.source[i] == Execution.INITIAL || co.has(x.source[i], j)));
    Rel rmw = Rel.of(n, (i, j) -> (s.rmw[i] & 1L << j) != 0);
    Rel com = rf.or(co, fr);
    if (!po.and(loc).or(com).isAcyclic() || !rmw.and(fr.and(ext).then(co.and(ext))).isEmpty()) {
      return false;
    }
    if (!tso) {
      return po.or(com).isAcyclic();
    }
    Rel kept = Rel.of(n, (i, j) -> po.has(i, j) && (!isWrite(i) || !isRead(j) || fenced(i, j)));
    return kept.or(rf.and(ext), co, fr).isAcyclic();
  }

  private boolean isRead(int e) {
    return (s.tags[e] & Tag.READ) != 0;
  }

  private boolean isWrite(int e) {
    return (s.tags[e] & Tag.WRITE) != 0;
  }

  /** True if a locked instruction is one of the two or between them, or a full fence is between. */
  private boolean fenced(int write, int read) {
    for (int e = write; e <= read; e++) {
      if ((s.tags[e] & (Tag.RMW | Tag.LOCK_READ | Tag.LOCK_WRITE)) != 0) {
        return true;
      }
    }
    for (int f = 0; f < s.fences; f++) {
      boolean full = s.fenceKind[f] == Fence.MB || s.fenceKind[f].isGracePeriod();
      boolean between =
          (s.fenceBefore[f] & 1L << write) != 0 && (s.fenceAfter[f] & 1L << read) != 0;
      if (full && between) {
        return true;
      }
    }
    return false;
  }
}
