// SPDX-License-Identifier: MIT
package hangproof.engine.graph;

import hangproof.engine.axiom.MemoryModel;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;

/**
 * All consistent graphs without a cycle of program order and reads-from, found the slow way: any
 * thread goes on, any read reads from any write that is there, any write takes any coherence place;
 * coherence and atomicity are checked on the relations. Shares the steps and the axioms with the
 * search, but neither revisits nor maximality nor placing.
 */
final class BruteForce {
  private final ThreadSource source;
  private final Axioms axioms;
  private final Set<String> seen = new HashSet<>();
  final Set<String> complete = new HashSet<>();

  /** Those in which some thread waits on the last value of a cell. */
  final Set<String> blocked = new HashSet<>();

  BruteForce(
      ThreadSource source,
      Supplier<MemoryModel> partial,
      Supplier<MemoryModel> whole,
      WideAxioms.Model wide) {
    this.source = source;
    this.axioms = new Axioms(partial, whole, wide);
  }

  void run() {
    visit(GraphSearch.empty(source));
  }

  private void visit(Graph g) {
    if (!seen.add(g.signature()) || !isCoherent(g) || !axioms.allowsSoFar(g)) {
      return;
    }
    boolean moved = false;
    for (int t = 0; t < g.threads; t++) {
      Step step = g.now[t];
      switch (step.kind) {
        case CHOICE -> {
          moved = true;
          for (int i = 0; i < step.choices; i++) {
            Graph child = copy(g);
            child.addChoice(t, i);
            visit(child);
          }
        }
        case READ -> {
          moved = true;
          for (int w = Graph.INITIAL; w != Graph.NONE; w = g.after(step.location, w)) {
            Graph child = copy(g);
            child.addRead(t, w);
            visit(child);
          }
        }
        case WRITE -> {
          moved = true;
          int value = step.written(step.half ? g.value[g.last[t]] : 0);
          for (int w = Graph.INITIAL; w != Graph.NONE; w = g.after(step.location, w)) {
            Graph child = copy(g);
            child.addWrite(t, value, w);
            visit(child);
          }
        }
        default -> {
          // It cannot go on.
        }
      }
    }
    if (!moved && axioms.allows(g)) {
      boolean waits = false;
      boolean waitsForGone = false;
      for (int t = 0; t < g.threads; t++) {
        boolean here = g.now[t].kind == Step.Kind.BLOCKED;
        waits |= here;
        waitsForGone |=
            here && g.after(g.step[g.last[t]].location, g.source[g.last[t]]) != Graph.NONE;
      }
      if (!waitsForGone) {
        (waits ? blocked : complete).add(g.signature());
      }
    }
  }

  private Graph copy(Graph g) {
    Graph child = new Graph(source.threads(), source.initial());
    child.copyFrom(g);
    return child;
  }

  /** No cycle of po-loc, rf, co, fr; no write between the halves of an atomic operation. */
  private static boolean isCoherent(Graph g) {
    boolean[][] before = new boolean[g.size][g.size];
    for (int a = 0; a < g.size; a++) {
      for (int b = 0; b < g.size; b++) {
        if (g.step[a].location < 0 || g.step[a].location != g.step[b].location) {
          continue;
        }
        boolean programOrder = g.thread[a] == g.thread[b] && g.position[a] < g.position[b];
        boolean readsFrom = g.source[b] == a;
        boolean writes = g.source[a] == Graph.NONE && g.source[b] == Graph.NONE;
        boolean coherence = writes && g.rank[a] < g.rank[b];
        boolean fromRead =
            g.source[a] != Graph.NONE
                && g.source[b] == Graph.NONE
                && g.rankOf(g.source[a]) < g.rank[b];
        before[a][b] = programOrder || readsFrom || coherence || fromRead;
      }
      if (g.isBound(a)
          && g.rank[a] != g.rankOf(g.source[g.slot(g.thread[a], g.position[a] - 1)]) + 1) {
        return false;
      }
    }
    for (int k = 0; k < g.size; k++) {
      for (int i = 0; i < g.size; i++) {
        for (int j = 0; j < g.size; j++) {
          before[i][j] |= before[i][k] && before[k][j];
        }
      }
    }
    for (int i = 0; i < g.size; i++) {
      if (before[i][i]) {
        return false;
      }
    }
    return true;
  }
}
