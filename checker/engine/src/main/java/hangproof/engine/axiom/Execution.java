// SPDX-License-Identifier: MIT
package hangproof.engine.axiom;

import java.util.Arrays;

/**
 * A candidate execution: a skeleton with locations, reads-from and coherence chosen.
 *
 * <p>The choice may be partial. Then it holds the pairs that are sure so far; every axiom here is
 * monotone in them, so that what is forbidden already stays forbidden. The one place that subtracts
 * a changing relation is the data-race check, which needs a complete choice.
 */
public final class Execution {
  /** Stands for the initial write of a location in {@link #setSource}. */
  public static final int INITIAL = -1;

  /** The source of a read that has none yet. */
  public static final int OPEN = -2;

  final Skeleton skeleton;
  final int[] location;
  final int[] source;

  /** Coherence, transitively closed. */
  final long[] co;

  final long[] rf;
  final long[] fr;

  /** The location of each synchronize_srcu(), by fence. */
  final int[] fenceLocation;

  /**
   * Makes an execution with nothing chosen.
   *
   * @param skeleton the events
   */
  public Execution(Skeleton skeleton) {
    this.skeleton = skeleton;
    int n = skeleton.n;
    location = new int[n];
    source = new int[n];
    co = new long[n];
    rf = new long[n];
    fr = new long[n];
    fenceLocation = new int[skeleton.fences];
    Arrays.fill(source, OPEN);
  }

  /** Says which location an event accesses. */
  public void setLocation(int event, int where) {
    location[event] = where;
  }

  /** Says which location a synchronize_srcu() is about. */
  public void setFenceLocation(int fence, int where) {
    fenceLocation[fence] = where;
  }

  /** Says where a read reads from: a write, {@link #INITIAL} or {@link #OPEN}. */
  public void setSource(int read, int write) {
    source[read] = write;
  }

  /** Says which writes come after a write in coherence order. */
  public void setCoherenceAfter(int write, long later) {
    co[write] = later;
  }

  /** Computes reads-from pairs and from-reads after a change. */
  public void derive() {
    int n = skeleton.n;
    Arrays.fill(rf, 0);
    for (int e = 0; e < n; e++) {
      fr[e] = 0;
      if ((skeleton.tags[e] & Tag.READ) == 0 || source[e] == OPEN) {
        continue;
      }
      if (source[e] == INITIAL) {
        fr[e] = writesTo(location[e]);
      } else {
        rf[source[e]] |= 1L << e;
        fr[e] = co[source[e]];
      }
    }
  }

  private long writesTo(int where) {
    long set = 0;
    for (long rest = skeleton.writes; rest != 0; rest &= rest - 1) {
      int write = Long.numberOfTrailingZeros(rest);
      if (location[write] == where) {
        set |= 1L << write;
      }
    }
    return set;
  }
}
