// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import static org.assertj.core.api.Assertions.assertThat;

import hangproof.engine.trace.TraceEvent;
import hangproof.engine.trace.TraceEvent.Kind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CondensingTest {
  private final List<Item> items = new ArrayList<>();

  private void event(int role, Kind kind, String cell, String before, String after) {
    String what = kind == Kind.FENCE ? "MB" : kind.name();
    items.add(
        Item.of(
            new TraceEvent(
                items.size(), role, kind, what, cell, before, after, null, false, List.of()),
            items.size() + 1));
  }

  private List<String> condensed() {
    return Condensing.condense(items).stream().map(Item::access).toList();
  }

  @Test
  void aShortRunIsShownInFull() {
    for (int i = 0; i < 36; i++) {
      event(0, Kind.READ, "constant", "0", "0");
    }
    assertThat(condensed()).hasSize(36);
  }

  @Test
  void constantsGoFirst() {
    event(1, Kind.FENCE, null, null, null);
    event(0, Kind.WRITE, "x", "0", "1");
    for (int i = 0; i < 40; i++) {
      event(i % 2, Kind.READ, "constant", "0", "0");
    }
    assertThat(condensed()).containsExactly("smp_mb()", "W x=1");
  }

  @Test
  void whatARoleKnowsIsLeftOutUntilSomebodyChangesIt() {
    event(0, Kind.READ, "x", "0", "0");
    for (int i = 0; i < 40; i++) {
      event(0, Kind.READ, "x", "0", "0");
    }
    event(1, Kind.WRITE, "x", "0", "1");
    event(1, Kind.WRITE, "x", "1", "0");
    event(0, Kind.READ, "x", "0", "0");
    assertThat(condensed()).containsExactly("R x=0", "W x=1", "W x=0", "R x=0");
  }

  @Test
  void whatMattersStays() {
    event(0, Kind.READ, "x", "0", "0");
    items.set(0, items.get(0).mark());
    for (int i = 0; i < 40; i++) {
      event(0, Kind.READ, "x", "0", "0");
    }
    assertThat(condensed()).containsExactly("R x=0");
  }
}
