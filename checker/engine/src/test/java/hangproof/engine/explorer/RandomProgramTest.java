// SPDX-License-Identifier: MIT
package hangproof.engine.explorer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import hangproof.engine.MemoryModel;
import hangproof.engine.automaton.Reduction;
import hangproof.engine.explorer.RandomProgram.Block;
import hangproof.engine.explorer.RandomProgram.Group;
import hangproof.engine.explorer.RandomProgram.Question;
import hangproof.engine.explorer.RandomProgram.Statement;
import hangproof.machine.Cell;
import hangproof.machine.Machine;
import hangproof.machine.Program;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The explorer against {@link BruteForce}, on programs made up by chance: with whatever reductions,
 * it finds the same final states and comes to the same verdict.
 *
 * <p>{@code -Dhangproof.random.programs=N} runs N programs instead of 300, {@code
 * -Dhangproof.random.seed=S} starts at seed S.
 */
class RandomProgramTest {
  private static final int PROGRAMS = Integer.getInteger("hangproof.random.programs", 300);
  private static final long FIRST_SEED = Long.getLong("hangproof.random.seed", 1);

  /** Each program is tried with a few combinations of reductions, one in so many with all 2^k. */
  private static final int EXHAUSTIVE_EVERY = 100;

  private static final int MOST_STATES = 20_000;

  @TempDir private Path spill;

  private int judged;
  private int skipped;
  private final Set<String> met = new LinkedHashSet<>();

  @Test
  void explorerAndBruteForceAgree() {
    for (long seed = FIRST_SEED; seed < FIRST_SEED + PROGRAMS; seed++) {
      RandomProgram program = RandomProgram.of(seed);
      List<Set<Reduction>> combinations = combinations(seed);

      String mismatch = mismatch(program, combinations);

      if (mismatch != null) {
        RandomProgram small = shrink(program, p -> mismatch(p, combinations) != null);
        fail(
            "seed "
                + seed
                + ": "
                + mismatch
                + "\nshrunk to\n"
                + small
                + mismatch(small, combinations)
                + "\nfrom\n"
                + program);
      }
    }
    System.out.println(judged + " judged, " + skipped + " too large, met " + met);
    if (PROGRAMS >= 300) {
      assertThat(skipped).isLessThan(PROGRAMS / 10);
      assertThat(met)
          .contains(
              "NEVER",
              "UNKNOWN",
              "IO_HANG",
              "INVARIANT",
              "LEAK",
              "DATA_RACE",
              "stalls",
              "open",
              "closed");
    }
  }

  private static List<Set<Reduction>> combinations(long seed) {
    Reduction[] all = Reduction.values();
    Set<Set<Reduction>> chosen = new LinkedHashSet<>();
    chosen.add(Reduction.all());
    chosen.add(Reduction.none());
    Set<Reduction> without = Reduction.all();
    without.remove(all[(int) (seed % all.length)]);
    chosen.add(without);
    chosen.add(EnumSet.of(all[(int) (seed / all.length % all.length)]));
    for (int bits = 0; bits < 1 << all.length; bits++) {
      if (seed % EXHAUSTIVE_EVERY == 0 || bits == seed * 37 % (1 << all.length)) {
        Set<Reduction> some = EnumSet.noneOf(Reduction.class);
        for (int i = 0; i < all.length; i++) {
          if ((bits >> i & 1) != 0) {
            some.add(all[i]);
          }
        }
        chosen.add(some);
      }
    }
    return List.copyOf(chosen);
  }

  /** What the explorer and brute force do not agree on, or null. */
  private String mismatch(RandomProgram program, List<Set<Reduction>> combinations) {
    for (MemoryModel model : List.of(MemoryModel.SC, MemoryModel.TSO)) {
      BruteForce.Outcome finals;
      BruteForce.Outcome verdict;
      try {
        finals = BruteForce.of(m -> program.build(m, Question.FINALS), model, MOST_STATES);
        verdict = BruteForce.of(m -> program.build(m, Question.VERDICT), model, MOST_STATES);
      } catch (BruteForce.TooMany e) {
        skipped++;
        continue;
      }
      judged++;
      int n = 0;
      for (Set<Reduction> reductions : combinations) {
        int mostNodes = n % 4 < 2 ? Integer.MAX_VALUE : n / 4;
        Way way = new Way(model, reductions, 1 + n % 2, mostNodes, n % 3 == 0 ? spill : null);
        n++;
        String wrong;
        try {
          wrong = wrongFinals(program, way, finals);
          wrong = wrong != null ? wrong : wrongVerdict(program, way, verdict);
        } catch (RuntimeException e) {
          wrong = e + " at " + List.of(e.getStackTrace()).subList(0, 3);
        }
        if (wrong != null) {
          return way + ": " + wrong;
        }
      }
    }
    return null;
  }

  /**
   * How the explorer is to do it.
   *
   * @param mostNodes of an automaton that is closed
   * @param spill where states go if they are told apart by fingerprints, or null
   */
  private record Way(
      MemoryModel model, Set<Reduction> reductions, int workers, int mostNodes, Path spill) {}

  private static String wrongFinals(RandomProgram program, Way way, BruteForce.Outcome expected) {
    if (expected.error != null || !expected.violations.isEmpty()) {
      return null;
    }
    Finals finals = new Finals(program, Question.FINALS);
    Result result = finals.explore(way);
    return result.verdict() == Verdict.NEVER ? finals.compare(expected) : "final states: " + result;
  }

  /** An exploration that collects the states in which everything has ended. */
  private record Finals(
      RandomProgram program, Question question, List<Cell> cells, Set<List<Integer>> seen) {
    Finals(RandomProgram program, Question question) {
      this(program, question, new ArrayList<>(), ConcurrentHashMap.newKeySet());
    }

    Result explore(Way way) {
      Limits limits = Limits.defaults().withWorkers(way.workers()).withFingerprints(way.spill());
      return new Explorer(this::build, way.model(), way.reductions(), limits, Progress.SILENT)
          .closingUpTo(way.mostNodes())
          .onTerminal(memory -> seen.add(cells.stream().map(memory::get).toList()))
          .run();
    }

    private Program build(Machine m) {
      Program built = program.build(m, question);
      seen.clear();
      cells.clear();
      cells.addAll(m.cells());
      return built;
    }

    String compare(BruteForce.Outcome expected) {
      if (seen.equals(expected.finals)) {
        return null;
      }
      Set<List<Integer>> missing = new HashSet<>(expected.finals);
      missing.removeAll(seen);
      Set<List<Integer>> extra = new HashSet<>(seen);
      extra.removeAll(expected.finals);
      return "final states of " + cells + ": missing " + missing + ", too many " + extra;
    }
  }

  private String wrongVerdict(RandomProgram program, Way way, BruteForce.Outcome expected) {
    Finals finals = new Finals(program, Question.VERDICT);
    Result result = finals.explore(way);
    met.add(result.violation() == null ? result.verdict().name() : result.violation().name());
    if (result.stallStates() > 0) {
      met.add("stalls");
    }
    met.add(result.closed() ? "closed" : "open");
    boolean agrees =
        switch (result.verdict()) {
          case NEVER ->
              expected.error == null
                  && expected.violations.isEmpty()
                  && (expected.stalls > 0) == (result.stallStates() > 0);
          case SOMETIMES -> expected.violations.contains(result.violation());
          case UNKNOWN -> expected.error != null;
        };
    return agrees
        ? null
        : "verdict "
            + result
            + ", but violations are "
            + expected.violations
            + ", error "
            + expected.error
            + ", stalls "
            + expected.stalls;
  }

  // ---- shrinking

  private static RandomProgram shrink(RandomProgram program, Predicate<RandomProgram> fails) {
    RandomProgram smallest = program;
    boolean again = true;
    while (again) {
      again = false;
      for (RandomProgram smaller : smaller(smallest)) {
        if (fails.test(smaller)) {
          smallest = smaller;
          again = true;
          break;
        }
      }
    }
    return smallest;
  }

  private static List<RandomProgram> smaller(RandomProgram program) {
    List<RandomProgram> all = new ArrayList<>();
    List<Group> groups = program.groups();
    for (int g = 0; g < groups.size(); g++) {
      Group group = groups.get(g);
      if (groups.size() > 1 && g == groups.size() - 1) {
        all.add(with(program, without(groups, g)));
      }
      if (group.count() > 1) {
        all.add(
            with(program, replaced(groups, g, new Group(1, false, group.turns(), group.body()))));
      }
      if (group.turns() > 1) {
        all.add(
            with(program, replaced(groups, g, new Group(group.count(), false, 1, group.body()))));
      }
      for (List<Statement> body : smallerBodies(group.body())) {
        Group less = new Group(group.count(), group.timer(), group.turns(), body);
        all.add(with(program, replaced(groups, g, less)));
      }
    }
    if (!program.invariants().isEmpty()) {
      all.add(new RandomProgram(groups, List.of(), program.racy()));
    }
    return all;
  }

  private static RandomProgram with(RandomProgram program, List<Group> groups) {
    return new RandomProgram(groups, program.invariants(), program.racy());
  }

  private static List<List<Statement>> smallerBodies(List<Statement> body) {
    List<List<Statement>> all = new ArrayList<>();
    for (int i = 0; i < body.size(); i++) {
      all.add(without(body, i));
      if (body.get(i) instanceof Block block) {
        List<Statement> flat = new ArrayList<>(body.subList(0, i));
        flat.addAll(block.body());
        flat.addAll(body.subList(i + 1, body.size()));
        all.add(flat);
        for (List<Statement> inner : smallerBodies(block.body())) {
          all.add(replaced(body, i, new Block(block.kind(), block.n(), inner)));
        }
      }
    }
    return all;
  }

  private static <T> List<T> without(List<T> list, int i) {
    List<T> rest = new ArrayList<>(list);
    rest.remove(i);
    return rest;
  }

  private static <T> List<T> replaced(List<T> list, int i, T by) {
    List<T> changed = new ArrayList<>(list);
    changed.set(i, by);
    return changed;
  }
}
