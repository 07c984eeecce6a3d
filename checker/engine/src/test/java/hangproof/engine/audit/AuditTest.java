// SPDX-License-Identifier: MIT
package hangproof.engine.audit;

import static org.assertj.core.api.Assertions.assertThat;

import hangproof.engine.MemoryModel;
import hangproof.engine.automaton.Weakening.Site;
import hangproof.engine.explorer.Limits;
import hangproof.engine.explorer.Verdict;
import hangproof.engine.explorer.Violation;
import hangproof.machine.Atomic;
import hangproof.machine.Machine;
import hangproof.machine.Port;
import hangproof.machine.Program;
import hangproof.machine.Role;
import hangproof.machine.Word;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Audits of programs whose answer is known. */
final class AuditTest {
  /** Store buffering: each side raises its flag and looks at the other's; one must see it. */
  private static final class Square extends Port {
    private final Word x;
    private final Word y;
    private final Atomic seen;

    Square(Machine m, String name) {
      super(m);
      x = m.word(name + ".x", 0, 0, 1);
      y = m.word(name + ".y", 0, 0, 1);
      seen = m.atomic(name + ".seen", 0, 0, 60);
    }

    int left(int barriers) {
      WRITE_ONCE(x, 1);
      if (barriers > 0) {
        smp_mb();
      }
      if (barriers > 1) {
        smp_mb();
      }
      if (barriers > 2) {
        smp_mb();
      }
      return look(y);
    }

    int right() {
      WRITE_ONCE(y, 1);
      smp_mb();
      return look(x);
    }

    private int look(Word other) {
      if (READ_ONCE(other) != 0) {
        atomic_inc(seen);
      }
      return Role.END;
    }
  }

  /** Message passing: whoever sees the flag must see the data. */
  private static final class Message extends Port {
    private final Word data;
    private final Word flag;
    private final Atomic missed;

    Message(Machine m) {
      super(m);
      data = m.word("data", 0, 0, 1);
      flag = m.word("flag", 0, 0, 1);
      missed = m.atomic("missed", 0, 0, 1);
    }

    int send() {
      WRITE_ONCE(data, 1);
      smp_store_release(flag, 1);
      return Role.END;
    }

    int receive() {
      if (smp_load_acquire(flag) != 0 && READ_ONCE(data) == 0) {
        atomic_inc(missed);
      }
      return Role.END;
    }
  }

  private static Function<Machine, Program> square(int barriers) {
    return m -> {
      Square s = new Square(m, "s");
      return new Program(m)
          .role("left", n -> s.left(barriers))
          .role("right", n -> s.right())
          .completion("somebody has seen the other", memory -> memory.get(s.seen) > 0);
    };
  }

  private static Program message(Machine m) {
    Message s = new Message(m);
    return new Program(m)
        .role("send", n -> s.send())
        .role("receive", n -> s.receive())
        .completion("nothing was missed", memory -> memory.get(s.missed) == 0);
  }

  /** Two squares, of which either may go wrong alone; the second one calls other lines. */
  private static Program squares(Machine m) {
    Square s = new Square(m, "s");
    Message t = new Message(m);
    return new Program(m)
        .role("left", n -> s.left(1))
        .role("right", n -> s.right())
        .role("send", n -> t.send())
        .role("receive", n -> t.receive())
        .completion(
            "somebody has seen the other, and nothing was missed",
            memory -> memory.get(s.seen) > 0 && memory.get(t.missed) == 0);
  }

  /** A square, one side of which makes more accesses than a role may. */
  private static Program tooLong(Machine m) {
    Square s = new Square(m, "s");
    return new Program(m)
        .role("left", n -> s.left(1) == Role.END && n < 50 ? n + 1 : Role.END)
        .role("right", n -> s.right())
        .completion("somebody has seen the other", memory -> memory.get(s.seen) > 0);
  }

  private static Findings audit(Function<Machine, Program> build, MemoryModel model) {
    return new Audit(build, Limits.defaults()).under(model);
  }

  private static List<String> needed(Findings f) {
    return f.alone().stream()
        .filter(Finding::needed)
        .map(a -> a.sites().get(0).what() + " in " + a.sites().get(0).function())
        .toList();
  }

  /** Each as the functions of the one, and those of the other. */
  private static List<String> pairings(Findings f) {
    return f.pairings().stream()
        .map(p -> Stream.of(functions(p.one()), functions(p.other())).sorted().toList().toString())
        .toList();
  }

  private static String functions(Finding f) {
    return String.join("+", f.sites().stream().map(Site::function).toList());
  }

  private static List<String> cuts(Findings f) {
    return f.together().stream().filter(Finding::needed).map(AuditTest::functions).toList();
  }

  @Test
  void namesPlacesAsThePortDoes() {
    Site site = new Audit(square(1), Limits.defaults()).sites().get(0);
    assertThat(site.what()).isEqualTo("smp_mb()");
    assertThat(site.functions()).isEqualTo("left");
    assertThat(site.where()).startsWith("AuditTest$Square:");
    assertThat(new Audit(AuditTest::message, Limits.defaults()).sites())
        .extracting(s -> s.what() + " " + s.order())
        .containsExactlyInAnyOrder("smp_store_release() release", "smp_load_acquire() acquire");
  }

  @ParameterizedTest
  @EnumSource(
      value = MemoryModel.class,
      names = {"TSO", "LKMM"})
  void theTwoBarriersOfASquareAreNeededAndPair(MemoryModel model) {
    Findings f = audit(square(1), model);
    assertThat(f.whole().result().verdict()).isEqualTo(Verdict.NEVER);
    assertThat(needed(f)).containsExactly("smp_mb() in left", "smp_mb() in right");
    assertThat(f.alone().get(0).result().violation()).isEqualTo(Violation.IO_HANG);
    assertThat(f.together()).isEmpty();
    assertThat(pairings(f)).containsExactly("[left, right]");
  }

  @Test
  void inSequentialConsistencyNoneIsNeeded() {
    Findings f = audit(square(2), MemoryModel.SC);
    assertThat(needed(f)).isEmpty();
    assertThat(f.together()).hasSize(1);
    assertThat(f.together().get(0).sites()).hasSize(3);
    assertThat(f.together().get(0).result().verdict()).isEqualTo(Verdict.NEVER);
    assertThat(f.pairings()).isEmpty();
  }

  @Test
  void ofTwoThatDoTheSameWorkOneIsNeeded() {
    Findings f = audit(square(2), MemoryModel.LKMM);
    assertThat(needed(f)).containsExactly("smp_mb() in right");
    assertThat(cuts(f)).containsExactly("left+left");
    assertThat(pairings(f)).containsExactly("[left+left, right]");
  }

  @Test
  void ofThreeThatDoTheSameWorkOneIsNeeded() {
    Findings f = audit(square(3), MemoryModel.TSO);
    assertThat(cuts(f)).containsExactly("left+left+left");
    Finding last = f.together().get(f.together().size() - 1);
    assertThat(last.sites()).hasSize(2);
    assertThat(last.result().verdict()).isEqualTo(Verdict.NEVER);
    assertThat(f.pairings()).hasSize(1);
  }

  @Test
  void annotationsAreAuditedToo() {
    assertThat(needed(audit(AuditTest::message, MemoryModel.TSO))).isEmpty();
    Findings f = audit(AuditTest::message, MemoryModel.LKMM);
    assertThat(needed(f))
        .containsExactlyInAnyOrder("smp_store_release() in send", "smp_load_acquire() in receive");
    assertThat(pairings(f)).containsExactly("[receive, send]");
  }

  /** The negative control of pairing: both squares can go wrong, but each in its own way. */
  @Test
  void barriersOfDifferentRacesDoNotPair() {
    Findings f = audit(AuditTest::squares, MemoryModel.LKMM);
    assertThat(needed(f)).hasSize(4);
    assertThat(pairings(f)).containsExactlyInAnyOrder("[left, right]", "[receive, send]");
  }

  @Test
  void ofWhatIsWrongAnywayNothingCanBeSaid() {
    Findings f = audit(square(0), MemoryModel.TSO);
    assertThat(f.whole().result().verdict()).isEqualTo(Verdict.SOMETIMES);
    assertThat(f.alone()).isEmpty();
    assertThat(f.together()).isEmpty();
    assertThat(audit(square(0), MemoryModel.SC).whole().result().verdict())
        .isEqualTo(Verdict.NEVER);
  }

  @Test
  void whatIsNotSearchedToTheEndIsUnknown() {
    Findings f = audit(AuditTest::tooLong, MemoryModel.LKMM);
    assertThat(f.unknown()).isTrue();
    assertThat(f.alone()).hasSize(2).allMatch(a -> a.words().startsWith("unknown: left makes"));
    assertThat(new AuditTable(List.of(f.alone().get(0).sites().get(0)), List.of(f)).markdown())
        .contains("| unknown |");
    assertThat(audit(AuditTest::squares, MemoryModel.SC).unknown()).isFalse();
  }

  @Test
  void theTableSaysWhatPairsWithWhat() {
    Audit audit = new Audit(square(2), Limits.defaults());
    List<Findings> findings = List.of(audit.under(MemoryModel.SC), audit.under(MemoryModel.TSO));
    assertThat(new AuditTable(audit.sites(), findings).markdown())
        .isEqualTo(
            """
            |   | barrier or ordering | SC | x86-TSO | pairs with |
            |---|---|---|---|---|
            |   | as it is | Never | Never |   |
            | 1 | `smp_mb()` in `left` | not needed | **needed** without 2 | 3 (x86-TSO) |
            | 2 | `smp_mb()` in `left` | not needed | **needed** without 1 | 3 (x86-TSO) |
            | 3 | `smp_mb()` in `right` | not needed | **needed** (IO hang) | 1 or 2 (x86-TSO) |
            """);
  }
}
