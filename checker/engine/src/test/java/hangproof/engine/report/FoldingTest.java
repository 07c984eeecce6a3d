// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import static org.assertj.core.api.Assertions.assertThat;

import hangproof.engine.trace.TraceEvent;
import hangproof.engine.trace.TraceEvent.Kind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FoldingTest {
  private final List<Item> items = new ArrayList<>();

  private void event(int role, Kind kind, String cell, String before, String after) {
    int number = items.size() + 1;
    items.add(
        Item.of(
            new TraceEvent(
                number, role, kind, kind.name(), cell, before, after, null, false, List.of()),
            number));
  }

  private List<Integer> folded(int room) {
    return Folding.fold(items, List::size, room).stream().map(Item::number).toList();
  }

  @Test
  void whatFitsIsNotFolded() {
    event(0, Kind.READ, "x", "0", "0");
    event(0, Kind.READ, "y", "0", "0");
    assertThat(folded(2)).containsExactly(1, 2);
  }

  @Test
  void aMarkedReadStaysWithWhatItSawAndWhatItMissed() {
    event(0, Kind.WRITE, "x", "0", "1");
    for (int i = 0; i < 10; i++) {
      event(1, Kind.READ, "own", "0", "0");
    }
    event(1, Kind.READ, "x", "1", "1");
    items.set(11, items.get(11).mark());
    for (int i = 0; i < 10; i++) {
      event(0, Kind.WRITE, "other", "0", "1");
    }
    event(0, Kind.WRITE, "x", "1", "0");
    event(0, Kind.WRITE, "last", "0", "1");
    assertThat(folded(3)).containsExactly(1, 12, 23);
  }

  @Test
  void theStoreInABufferStaysWithTheReadThatMissesIt() {
    event(0, Kind.PUSH, "x", "0", "1");
    for (int i = 0; i < 10; i++) {
      event(0, Kind.WRITE, "other", "0", "1");
    }
    event(1, Kind.READ, "x", "0", "0");
    items.set(11, items.get(11).mark());
    event(0, Kind.FLUSH, "x", "0", "1");
    assertThat(folded(3)).containsExactly(1, 12, 13);
  }

  @Test
  void whatRolesDoToEachOtherStaysBeforeWhatTheyDoAlone() {
    event(0, Kind.WRITE, "own", "0", "1");
    event(0, Kind.WRITE, "shared", "0", "1");
    event(0, Kind.WRITE, "own", "1", "2");
    event(1, Kind.READ, "shared", "1", "1");
    event(0, Kind.WRITE, "own", "2", "3");
    assertThat(folded(2)).contains(4).doesNotContain(1, 3);
  }

  @Test
  void anActOnAStaleValueStaysWithWhatItUndoes() {
    event(0, Kind.READ, "flag", "1", "1");
    for (int i = 0; i < 10; i++) {
      event(1, Kind.WRITE, "other", "0", "1");
    }
    event(1, Kind.WRITE, "flag", "1", "2");
    event(0, Kind.WRITE, "flag", "2", "0");
    for (int i = 0; i < 10; i++) {
      event(1, Kind.WRITE, "other", "0", "1");
    }
    assertThat(folded(4)).contains(1, 12, 13);
  }

  @Test
  void atLeastOneStays() {
    event(0, Kind.READ, "x", "0", "0");
    event(0, Kind.READ, "y", "0", "0");
    assertThat(folded(0)).hasSize(1);
  }
}
