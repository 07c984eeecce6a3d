// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

import hangproof.engine.axiom.Skeleton;
import hangproof.engine.axiom.Tag;
import hangproof.engine.axiom.ThreadShape;
import java.util.ArrayList;
import java.util.List;

/** One path of each thread, put side by side: the events of all candidate executions with them. */
final class PathChoice {
  final Skeleton skeleton;
  final int events;
  final int locations;

  /** The thread-local values of an event are computed from reads numbered from here. */
  final int[] base;

  final Sym[] address;
  final Sym[] value;
  final Sym[] condition;
  final int[] conditionBase;
  final ThreadPath[] paths;

  /** For each read, all events but those that it cannot read from, whatever their locations. */
  final long[] mayReadFrom;

  final boolean cut;

  PathChoice(List<ThreadPath> chosen, int locations) {
    List<ThreadShape> shapes = new ArrayList<>();
    int conditions = 0;
    boolean anyCut = false;
    for (ThreadPath path : chosen) {
      shapes.add(path.shape);
      conditions += path.conditions.size();
      anyCut |= path.cut;
    }
    paths = chosen.toArray(new ThreadPath[0]);
    cut = anyCut;
    this.locations = locations;
    try {
      skeleton = new Skeleton(shapes);
    } catch (IllegalArgumentException e) {
      throw new SearchLimit(e.getMessage());
    }
    events = skeleton.size();
    base = new int[events];
    address = new Sym[events];
    value = new Sym[events];
    condition = new Sym[conditions];
    conditionBase = new int[conditions];
    mayReadFrom = new long[events];
    int c = 0;
    for (int t = 0; t < paths.length; t++) {
      int first = skeleton.firstEvent(t);
      for (int e = 0; e < paths[t].shape.size(); e++) {
        base[first + e] = first;
        address[first + e] = paths[t].addresses.get(e);
        value[first + e] = paths[t].values.get(e);
        mayReadFrom[first + e] = skeleton.writes() & ~skeleton.after(first + e);
      }
      for (Sym needed : paths[t].conditions) {
        condition[c] = needed;
        conditionBase[c++] = first;
      }
    }
  }

  boolean isRead(int event) {
    return (skeleton.tag(event) & Tag.READ) != 0;
  }
}
